import { execFile } from 'node:child_process'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CACHE = path.resolve(import.meta.dirname, '../../.cache')
const PREFIX = 'small-disk-'
const DATA = 'data'
const PIECE = Buffer.alloc(4 * 1024 * 1024)

export interface SmallDisk {
  /** Where data may be. */
  folder: string
  /** Takes all the room that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** Whether disks may be mounted here. */
export const mayMount = process.platform === 'linux' && process.getuid?.() === 0

/** A disk of so many megabytes, in memory. What a killed run left of one is taken away first. */
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
        for (;;) await file.write(PIECE)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    empty: () => rm(ballast, { force: true }),
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
    if (!pid || (await commandOf(pid))) continue
    const folder = path.join(CACHE, name)
    const noted = await readFile(path.join(folder, DATA, 'postgres/postmaster.pid'), 'utf8').catch(
      () => '',
    )
    const server = Number.parseInt(noted, 10)
    if (server && (await commandOf(server)).includes(folder)) process.kill(server, 'SIGKILL')
    await unmount(folder)
  }
}

/** Empty where nobody has the number. */
function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}
