import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './root.mjs'
import { runNpm, withOwnPrograms } from './run-command.mjs'

const INPUTS = ['web', 'contract', 'package.json', 'package-lock.json']
const STAMP = path.join(root, 'web/dist/built-from')

/** Builds the pages, unless they were built from exactly what is there. */
export async function ensureBuilt() {
  const inputs = await hashOf(INPUTS)
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (built === inputs) return
  console.log('Building the pages …')
  const began = Date.now()
  await rm(STAMP, { force: true })
  const { code, output } = await runNpm(['run', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Whoever starts the shop while developing gets the same pages as everybody.
    env: { ...withOwnPrograms(), NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(`${output}\nThe pages could not be built.`)
  await mkdir(path.dirname(STAMP), { recursive: true })
  await writeFile(STAMP, inputs)
  console.log(`  built in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

async function hashOf(names) {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(names.map(filesIn))).flat()) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)))
  }
  return hash.digest('hex')
}

async function filesIn(name) {
  const entries = await readdir(path.join(root, name), { withFileTypes: true }).catch(() => null)
  if (!entries) return [name]
  const inside = entries
    .filter((entry) => !['dist', 'node_modules'].includes(entry.name))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(name, entry.name))
    .sort()
  return (await Promise.all(inside.map(filesIn))).flat()
}
