import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|json)$/

/** Writes a Brotli and a gzip file for each built asset, so that the server need not compress them. */
export function precompress(): Plugin {
  let folder: string
  return {
    name: 'precompress',
    apply: (config, { isSsrBuild }) => config.mode === 'production' && !isSsrBuild,
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir)
    },
    async writeBundle() {
      const names = (await readdir(folder)).filter((name) => compressible.test(name))
      await Promise.all(names.map((name) => compress(join(folder, name))))
    },
  }
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

async function compress(file: string): Promise<void> {
  const body = await readFile(file)
  const brotliOptions = {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }
  await writeFile(`${file}.br`, await brotliAsync(body, brotliOptions))
  await writeFile(`${file}.gz`, await gzipAsync(body, { level: 9 }))
}
