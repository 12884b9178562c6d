import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Endpoint } from './endpoint.ts'

/** A server as described in its postmaster.pid. */
export type Postmaster = { pid: number; isReady: boolean; endpoint: Endpoint }

const READY_TIMEOUT_MS = 60_000

/** Returns the server process of the cluster, even if it does not accept connections yet. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(cluster)
  return postmaster && (await isPostmasterOf(postmaster.pid, cluster)) ? postmaster : undefined
}

/** Waits until a starting server is ready. Returns undefined if it exits. */
export async function waitUntilReady(cluster: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  let server = await findPostmaster(cluster)
  while (server && !server.isReady && Date.now() < deadline) {
    await delay(20)
    server = await findPostmaster(cluster)
  }
  return server
}

/** Parses postmaster.pid, which may be stale. */
export async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, address, , status] = text.split('\n')
  if (!pid || !port) return undefined
  return {
    pid: Number(pid),
    isReady: status?.trim() === 'ready',
    endpoint: { host: socketFolder || address || '', port: Number(port) },
  }
}

/**
 * Replaces a stale pid by our own in postmaster.pid. Another program may have the old pid, and PostgreSQL
 * would refuse to start. PostgreSQL ignores the pid of its parent, but still checks for orphaned backends,
 * which it would skip without the file.
 */
export async function replaceStalePid(cluster: string): Promise<void> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '')
  if (text) await writeFile(pidFile(cluster), text.replace(/^\d+/, String(process.pid)))
}

/** True while the process runs, also as another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True while the process is the server of this cluster, not another program with a reused pid. */
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
