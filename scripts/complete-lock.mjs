import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findMissingLockEntries } from './prepare/missing-lock-entries.mjs'
import { root } from './prepare/root.mjs'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/**
 * Adds packages for other platforms to package-lock.json after `npm install` has removed them. Each
 * entry has the version that its parent pins, and the platform that its name contains. npm adds the other
 * data at the next install.
 */
const file = path.join(root, 'package-lock.json')
const lock = JSON.parse(await readFile(file, 'utf8'))
const gaps = findMissingLockEntries(lock.packages)
for (const gap of gaps) lock.packages[gap.path] = createEntry(gap)
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
)
if (gaps.length > 0) await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Added ${gaps.length} packages for other platforms to package-lock.json.`)

function createEntry({ name, version, dev }) {
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name} has no exact version: ${version}`)
  const nameParts = name.split('/').at(-1).split('-')
  const system = SYSTEMS.find((one) => nameParts.includes(one))
  const processor = PROCESSORS.find((one) => nameParts.includes(one))
  const libc = nameParts.some((part) => part.startsWith('musl'))
    ? 'musl'
    : nameParts.some((part) => part.startsWith('gnu'))
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
