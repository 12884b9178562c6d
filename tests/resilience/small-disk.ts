import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostmaster } from '../../dev/embedded-database/endpoint.ts'
import { findStaleFolders } from '../support/temporary-folder.ts'

const run = promisify(execFile)

const CACHE = path.resolve(import.meta.dirname, '../../.cache')
const PREFIX = 'small-disk-'
const DATA = 'data'
const CHUNK = Buffer.alloc(4 * 1024 * 1024)

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>

/** True if this process may mount disks. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** Mounts a small disk in memory. Removes disks of killed runs first. */
export async function mountSmallDisk(megabytes: number) {
  await removeLeftovers()
  const folder = path.join(CACHE, PREFIX + process.pid)
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  const ballast = path.join(folder, 'ballast')
  return {
    /** Folder for data. */
    folder: path.join(folder, DATA),
    /** Fills the remaining space. */
    async fill() {
      const file = await open(ballast, 'a')
      try {
        for (;;) await file.write(CHUNK)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    /** Frees the space again. */
    free: () => rm(ballast, { force: true }),
    close: () => unmount(folder),
  }
}

async function unmount(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder]).catch(() => {})
  await rm(folder, { recursive: true, force: true })
}

async function removeLeftovers(): Promise<void> {
  for (const folder of await findStaleFolders(CACHE, PREFIX)) {
    const pgdata = path.join(folder, DATA, 'postgres')
    const server = await findPostmaster(pgdata)
    if (server) process.kill(server.pid, 'SIGKILL')
    await unmount(folder)
  }
}
