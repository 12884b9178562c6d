import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(js|css|svg|json)$/

/** Writes each built asset's Brotli and gzip forms beside it, for the server to send as they are. */
export function precompress(): Plugin {
  let folder: string
  return {
    name: 'precompress',
    apply: (config, { isSsrBuild }) => config.mode === 'production' && !isSsrBuild,
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir)
    },
    async writeBundle() {
      const names = (await readdir(folder)).filter((name) => text.test(name))
      await Promise.all(names.map((name) => compress(join(folder, name))))
    },
  }
}

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

async function compress(file: string): Promise<void> {
  const body = await readFile(file)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await brotli(body, best))
  await writeFile(`${file}.gz`, await gz(body, { level: 9 }))
}
