import type { ChildProcess } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from './endpoint.ts'
import type { Place } from './place.ts'
import {
  disownStalePid,
  isAlive,
  isPostmasterOf,
  type Postmaster,
  readPidFile,
} from './postmaster.ts'
import { runProgram, spawnProgram, whyFailed } from './run-program.ts'
import { unavailable } from './unavailable.ts'

const READY_WITHIN_MS = 60_000
const ORPHANS_GONE_WITHIN_MS = 10_000

/** Starts the server and waits until it accepts connections. */
export async function launchServer(place: Place, endpoint: Endpoint): Promise<Postmaster> {
  await disownStalePid(place.cluster)
  const end = Date.now() + ORPHANS_GONE_WITHIN_MS
  for (;;) {
    const outcome = await tryLaunch(place, endpoint)
    if (typeof outcome === 'object') return outcome
    // A killed server's children end by themselves, but not at once.
    const orphans = /pre-existing shared memory block/.test(outcome)
    if (!orphans || Date.now() > end) {
      throw unavailable(`PostgreSQL does not start: ${whyFailed(outcome)} (see ${logFile(place)})`)
    }
    await delay(200)
  }
}

/**
 * Stops the server and leaves the data clean: connections have a second to end by themselves, then
 * what is open is rolled back.
 */
export async function stopServer(place: Place, pid: number): Promise<void> {
  if (!(await isPostmasterOf(pid, place.cluster))) return
  const stop = (mode: string, seconds: number) =>
    runProgram(place, 'pg_ctl', [
      'stop',
      `--pgdata=${place.cluster}`,
      `--mode=${mode}`,
      '--wait',
      `--timeout=${seconds}`,
    ])
  await stop('smart', 1)
    .catch(() => stop('fast', 60))
    .catch(() => stop('immediate', 10))
    // Somebody has removed the data while they were in use, and nothing is left to be saved.
    .catch(() => isAlive(pid) && process.kill(pid, 'SIGQUIT'))
  // Where process 1 does not collect it, an adopted server stays as a zombie, which has ended.
  for (let i = 0; i < 100 && (await isPostmasterOf(pid, place.cluster)); i += 1) await delay(20)
}

/** The running server, or what it said before it ended. */
async function tryLaunch(place: Place, endpoint: Endpoint): Promise<Postmaster | string> {
  const log = await open(logFile(place), 'w')
  try {
    const child = await spawnProgram(place, 'postgres', serverArgs(place, endpoint), {
      // In a session of its own: Ctrl-C in a terminal must reach the shop first, which then stops it.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    return (await untilListening(child, place)) ?? (await readFile(logFile(place), 'utf8'))
  } finally {
    await log.close()
  }
}

function serverArgs({ cluster }: Place, { host, port }: Endpoint): string[] {
  const onSocket = host.startsWith('/')
  const settings = {
    listen_addresses: onSocket ? '' : host,
    unix_socket_directories: onSocket ? host : '',
    port,
    // Eleven processes have room, and the shop's commands beside them.
    max_connections: 300,
    shared_buffers: `${megabytesToShare()}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  }
  return [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** A quarter of what there is, as PostgreSQL's manual advises. What is not used is not taken. */
function megabytesToShare(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(Math.max(memory / 4 / 2 ** 20, 128), 8192))
}

async function untilListening(
  child: ChildProcess,
  { cluster }: Place,
): Promise<Postmaster | undefined> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const end = Date.now() + READY_WITHIN_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < end) {
    if (failure) throw unavailable(`PostgreSQL cannot be run here (${failure.message})`)
    const noted = await readPidFile(cluster)
    if (noted?.ready && noted.pid === child.pid) return noted
    await delay(10)
  }
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT')
  return undefined
}

function logFile({ cluster }: Place): string {
  return path.join(path.dirname(cluster), 'postgres.log')
}
