import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { unavailableError } from './unavailable-error.ts'

const SHARED_FOLDER = '/var/tmp'

/**
 * Copies the programs to a folder that all users can read, one folder per version, and returns its path.
 * The copy belongs to root. Later starts reuse it and copy missing files again, because systems clean up
 * /var/tmp.
 */
export async function copyPrograms(folder: string): Promise<string> {
  const manifest = await readFile(path.join(folder, '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const versionFolder = path.join(SHARED_FOLDER, `freehub-postgres-${version}`)
  await mkdir(versionFolder).catch(() => {})
  const { uid, mode } = await lstat(versionFolder)
  if (uid !== 0 || (mode & 0o170022) !== 0o040000) {
    throw unavailableError(
      `${versionFolder} must be a folder of root to hold the PostgreSQL programs`,
    )
  }
  await chmod(versionFolder, 0o755)
  const copy = path.join(versionFolder, 'native')
  await copyMissing(folder, copy)
  return copy
}

async function copyMissing(from: string, to: string): Promise<void> {
  await mkdir(to).catch(() => {})
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await copyMissing(source, target)
    else if (entry.isFile() && !(await isSameSize(source, target)))
      await copyAtomically(source, target)
  }
}

async function isSameSize(source: string, target: string): Promise<boolean> {
  const [sourceStat, targetStat] = await Promise.all([
    lstat(source),
    lstat(target).catch(() => undefined),
  ])
  return sourceStat.size === targetStat?.size
}

/** Copies to a temporary file and renames it, so that no process runs a partial program. */
async function copyAtomically(source: string, target: string): Promise<void> {
  const temporary = `${target}.${process.pid}`
  await copyFile(source, temporary)
  await chmod(temporary, 0o755)
  await rename(temporary, target)
}
