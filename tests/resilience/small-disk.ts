import { execFile } from 'node:child_process'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CACHE = path.resolve(import.meta.dirname, '../../.cache')
const PREFIX = 'small-disk-'
const DATA = 'data'
const CHUNK = Buffer.alloc(4 * 1024 * 1024)

export interface SmallDisk {
  /** Folder for data. */
  folder: string
  /** Fills the remaining space. */
  fill(): Promise<void>
  /** Frees the space again. */
  free(): Promise<void>
  close(): Promise<void>
}

/** Whether this process may mount disks. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** Mounts a small disk in memory. Removes disks of killed runs first. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  await removeLeftovers()
  const folder = path.join(CACHE, PREFIX + process.pid)
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  const ballast = path.join(folder, 'ballast')
  return {
    folder: path.join(folder, DATA),
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
    free: () => rm(ballast, { force: true }),
    close: () => unmount(folder),
  }
}

async function unmount(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder]).catch(() => {})
  await rm(folder, { recursive: true, force: true })
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const pid = name.startsWith(PREFIX) && Number(name.slice(PREFIX.length))
    if (!pid || (await readCommandLine(pid))) continue
    const folder = path.join(CACHE, name)
    const pidFile = await readFile(
      path.join(folder, DATA, 'postgres/postmaster.pid'),
      'utf8',
    ).catch(() => '')
    const postgresPid = Number.parseInt(pidFile, 10)
    if (postgresPid && (await readCommandLine(postgresPid)).includes(folder))
      process.kill(postgresPid, 'SIGKILL')
    await unmount(folder)
  }
}

/** Returns the command line of a process, or '' if there is none. */
function readCommandLine(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}
