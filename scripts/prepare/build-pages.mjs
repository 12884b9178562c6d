import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './root.mjs'
import { envWithLocalBin, runNpm } from './run-command.mjs'

const INPUTS = ['web', 'contract', 'package.json', 'package-lock.json']
const STAMP = path.join(root, 'web/dist/built-from')

/** Builds the pages unless their inputs are unchanged since the last build. */
export async function ensureBuilt() {
  const inputs = await hashFiles(INPUTS)
  const builtFrom = await readFile(STAMP, 'utf8').catch(() => '')
  if (builtFrom === inputs) return
  console.log('Building the pages …')
  const startedAt = Date.now()
  await rm(STAMP, { force: true })
  const { code, output } = await runNpm(['run', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The pages are the same in development and in production.
    env: { ...envWithLocalBin(), NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(`${output}\nThe pages could not be built.`)
  await mkdir(path.dirname(STAMP), { recursive: true })
  await writeFile(STAMP, inputs)
  console.log(`  built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

async function hashFiles(names) {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(names.map(listFiles))).flat()) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)))
  }
  return hash.digest('hex')
}

/** Lists the files in a folder, except tests and build results. For a file, returns only this file. */
async function listFiles(name) {
  const entries = await readdir(path.join(root, name), { withFileTypes: true }).catch(() => null)
  if (!entries) return [name]
  const paths = entries
    .filter((entry) => !['dist', 'node_modules'].includes(entry.name))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(name, entry.name))
    .sort()
  return (await Promise.all(paths.map(listFiles))).flat()
}
