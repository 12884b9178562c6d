import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isAlive } from '../../dev/embedded-database/endpoint.ts'

const FOLDER_PREFIX = 'freehub-tests-'

/** Gives the run its own folder for temporary files. Returns a function that removes it. */
export default async function useTemporaryFolder(): Promise<() => Promise<void>> {
  const parent = tmpdir()
  for (const folder of await findStaleFolders(parent, FOLDER_PREFIX)) {
    // Another user's folder cannot be removed.
    await remove(folder).catch(() => {})
  }
  const folder = path.join(parent, FOLDER_PREFIX + process.pid)
  await mkdir(folder)
  // The accounts of PostgreSQL and PgBouncer need access also if the umask is 077.
  await chmod(folder, 0o711)
  // Windows reads TEMP.
  process.env.TMPDIR = folder
  process.env.TEMP = folder
  return () => remove(folder)
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Lists the folders in `parent` named `prefix` plus the id of a process that has ended. Killed runs leave them. */
export async function findStaleFolders(parent: string, prefix: string): Promise<string[]> {
  return (await readdir(parent))
    .filter((name) => name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
    .map((name) => path.join(parent, name))
}
