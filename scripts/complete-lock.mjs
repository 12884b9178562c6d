import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lockGaps } from './prepare/lock-gaps.mjs'
import { root } from './prepare/root.mjs'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/**
 * Writes the missing packages for other platforms into package-lock.json, after `npm install` has
 * dropped them: their version is their parent's pin, their platform is in their name, and npm looks
 * up the rest where they are installed.
 */
const file = path.join(root, 'package-lock.json')
const lock = JSON.parse(await readFile(file, 'utf8'))
const gaps = lockGaps(lock.packages)
for (const gap of gaps) lock.packages[gap.where] = entryFor(gap)
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
)
if (gaps.length > 0) await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${gaps.length} packages for other platforms were added to package-lock.json.`)

function entryFor({ name, version, dev }) {
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name} has no exact version: ${version}`)
  const words = name.split('/').at(-1).split('-')
  const system = SYSTEMS.find((one) => words.includes(one))
  const processor = PROCESSORS.find((one) => words.includes(one))
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return {
    version,
    ...(processor && { cpu: [processor] }),
    ...(dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(system && { os: [system] }),
  }
}
