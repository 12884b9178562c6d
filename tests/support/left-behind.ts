import { readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * The folders in `parent` whose names are `prefix` and a process's id, where no such process runs any
 * more: it was killed before it could remove its own.
 */
export async function leftBehind(parent: string, prefix: string): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  return names
    .filter((name) => !runs(Number(name.slice(prefix.length))))
    .map((name) => path.join(parent, name))
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
