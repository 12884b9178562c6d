import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { unavailable } from './unavailable.ts'

const OPEN_FOLDER = '/var/tmp'

/**
 * Copies the programs to a place that everyone may reach, one for each version, and answers it. The
 * copy is root's own, used again by the next start, and whatever it lacks is copied anew: machines
 * tidy that place up.
 */
export async function copyToOpenPlace(folder: string): Promise<string> {
  const manifest = await readFile(path.join(folder, '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const owned = path.join(OPEN_FOLDER, `freehub-postgres-${version}`)
  await mkdir(owned).catch(() => {})
  const { uid, mode } = await lstat(owned)
  if (uid !== 0 || (mode & 0o170022) !== 0o040000) {
    throw unavailable(`${owned} is another user's, and the programs of PostgreSQL belong there`)
  }
  await chmod(owned, 0o755)
  const copy = path.join(owned, 'native')
  await complete(folder, copy)
  return copy
}

async function complete(from: string, to: string): Promise<void> {
  await mkdir(to).catch(() => {})
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await complete(source, target)
    else if (entry.isFile() && !(await isSameSize(source, target))) await copyWhole(source, target)
  }
}

async function isSameSize(source: string, target: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(source), lstat(target).catch(() => undefined)])
  return one.size === other?.size
}

/** Renamed into place, so that nobody, another shop that starts just now included, runs a half. */
async function copyWhole(source: string, target: string): Promise<void> {
  const half = `${target}.${process.pid}`
  await copyFile(source, half)
  await chmod(half, 0o755)
  await rename(half, target)
}
