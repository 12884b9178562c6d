import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Endpoint } from './endpoint.ts'

/** A running server, as it describes itself in its postmaster.pid. */
export type Postmaster = { pid: number; ready: boolean; endpoint: Endpoint }

const READY_WITHIN_MS = 60_000

/** The server that runs on the cluster now, whether it accepts connections already or not. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const noted = await readPidFile(cluster)
  return noted && (await isPostmasterOf(noted.pid, cluster)) ? noted : undefined
}

/** Waits until a server that is starting is ready, or gone (undefined). */
export async function untilReady(cluster: string): Promise<Postmaster | undefined> {
  const end = Date.now() + READY_WITHIN_MS
  let server = await findPostmaster(cluster)
  while (server && !server.ready && Date.now() < end) {
    await delay(20)
    server = await findPostmaster(cluster)
  }
  return server
}

/** What the cluster's postmaster.pid says, true or not. */
export async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, address, , status] = text.split('\n')
  if (!pid || !port) return undefined
  return {
    pid: Number(pid),
    ready: status?.trim() === 'ready',
    endpoint: { host: socketFolder || address || '', port: Number(port) },
  }
}

/**
 * A killed server leaves its postmaster.pid, and by now the pid may be another program's, which
 * PostgreSQL would take for itself. Our own pid, its parent's, it knows to be stale; it then still
 * looks for orphans that use the data, as it would not if the file were removed.
 */
export async function disownStalePid(cluster: string): Promise<void> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '')
  if (text) await writeFile(pidFile(cluster), text.replace(/^\d+/, String(process.pid)))
}

/** True while the process runs, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True while the process is the server of this cluster, and not one that has its old pid. */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  return (await commandLine(pid)).includes(`-D ${cluster}`)
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.replaceAll('\0', ' ')
  }
  const ps = promisify(execFile)('ps', ['-p', String(pid), '-o', 'args='])
  return (await ps.catch(() => ({ stdout: '' }))).stdout
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}
