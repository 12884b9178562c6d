import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Lists the folders in `parent` named `prefix` plus the id of a process that has ended. Killed runs leave them. */
export async function findStaleFolders(parent: string, prefix: string): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  return names
    .filter((name) => !isRunning(Number(name.slice(prefix.length))))
    .map((name) => path.join(parent, name))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
