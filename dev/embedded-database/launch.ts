import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { buildSpawnArguments, unavailableError } from './account.ts'
import {
  type Endpoint,
  isAlive,
  isPostmasterOf,
  type Postmaster,
  readPidFile,
  replaceStalePid,
} from './endpoint.ts'
import { type PostgresInstance, programPath } from './programs.ts'

const READY_TIMEOUT_MS = 60_000
const ORPHAN_EXIT_TIMEOUT_MS = 10_000
const QUIT_TIMEOUT_MS = 10_000

/** Starts the server and waits until it accepts connections. Throws a ConfigError if it cannot start. */
export async function launchServer(
  instance: PostgresInstance,
  endpoint: Endpoint,
): Promise<Postmaster> {
  await replaceStalePid(instance.pgdata)
  const deadline = Date.now() + ORPHAN_EXIT_TIMEOUT_MS
  for (;;) {
    const outcome = await tryLaunch(instance, endpoint)
    if (typeof outcome === 'object') return outcome
    // The child processes of a killed server exit on their own, but not immediately.
    const hasOrphans = /pre-existing shared memory block/.test(outcome)
    if (!hasOrphans || Date.now() > deadline) {
      throw unavailableError(
        `PostgreSQL cannot start: ${failureReason(outcome)} (see ${logFile(instance)})`,
      )
    }
    await delay(200)
  }
}

/**
 * Stops the server, cleanly if possible. Connections have one second to close, then open transactions are rolled back.
 * After another minute, kills the server. Does not throw if it still runs.
 */
export async function stopServer(instance: PostgresInstance, pid: number): Promise<void> {
  if (!(await isPostmasterOf(pid, instance.pgdata))) return
  const stop = (mode: string, seconds: number) =>
    runProgram(instance, 'pg_ctl', [
      'stop',
      `--pgdata=${instance.pgdata}`,
      `--mode=${mode}`,
      '--wait',
      `--timeout=${seconds}`,
    ])
  await stop('smart', 1)
    .catch(() => stop('fast', 60))
    .catch(() => stop('immediate', 10))
    // If the data folder has been removed, pg_ctl fails and there is nothing left to save.
    .catch(() => isAlive(pid) && process.kill(pid, 'SIGQUIT'))
  // After SIGQUIT the server waits up to five seconds for its processes. A zombie counts as stopped,
  // because process 1 may never reap an adopted server.
  const deadline = Date.now() + QUIT_TIMEOUT_MS
  while (Date.now() < deadline && (await isPostmasterOf(pid, instance.pgdata))) await delay(20)
}

/** Returns the running server, or its log output if it exited or was not ready within a minute. */
async function tryLaunch(
  instance: PostgresInstance,
  endpoint: Endpoint,
): Promise<Postmaster | string> {
  const log = await open(logFile(instance), 'w')
  try {
    const child = await spawnProgram(instance, 'postgres', serverArgs(instance, endpoint), {
      // The server gets its own session, so that Ctrl-C in a terminal reaches only the shop, which
      // then stops the server.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    return (
      (await waitUntilListening(child, instance)) ?? (await readFile(logFile(instance), 'utf8'))
    )
  } finally {
    await log.close()
  }
}

/** Returns the arguments of `postgres`: the data folder and all settings. */
function serverArgs(instance: PostgresInstance, { host, port }: Endpoint): string[] {
  const usesSocket = host.startsWith('/')
  const settings = {
    listen_addresses: usesSocket ? '' : host,
    unix_socket_directories: usesSocket ? host : '',
    port,
    // This is enough for eleven shop processes and some commands.
    max_connections: 300,
    shared_buffers: `${sharedBuffersMegabytes()}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...instance.settings,
  }
  return [
    '-D',
    instance.pgdata,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Returns the value of `shared_buffers`, in MB of 2^20 bytes: a quarter of the memory, as the PostgreSQL manual
 * recommends, between 128 MB and 8 GB. Unused pages take no memory.
 */
function sharedBuffersMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(Math.max(memory / 4 / 2 ** 20, 128), 8192))
}

/** Waits until the child accepts connections. Kills it after a minute. Undefined if it exited or was killed. */
async function waitUntilListening(
  child: ChildProcess,
  { pgdata }: PostgresInstance,
): Promise<Postmaster | undefined> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const postmaster = await readPidFile(pgdata)
    if (postmaster?.isReady && postmaster.pid === child.pid) return postmaster
    await delay(10)
  }
  if (failure) throw unavailableError(`PostgreSQL cannot run on this machine (${failure.message})`)
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT')
  return undefined
}

function logFile({ pgdata }: PostgresInstance): string {
  return path.join(path.dirname(pgdata), 'postgres.log')
}

const RUN_TIMEOUT_MS = 120_000

/** Runs a PostgreSQL program to its end. Throws an error with its last error line if it fails. */
export async function runProgram(
  instance: PostgresInstance,
  name: 'initdb' | 'pg_ctl',
  args: string[],
): Promise<void> {
  const child = await spawnProgram(instance, name, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_TIMEOUT_MS,
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const output = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)))
  const code = await exit.catch((error: Error) => {
    throw unavailableError(`PostgreSQL cannot run on this machine (${error.message})`)
  })
  if (code !== 0)
    throw unavailableError(`PostgreSQL's ${name} failed: ${failureReason((await output).join(''))}`)
}

/** Starts a PostgreSQL program as the account of the instance. */
async function spawnProgram(
  { pgdata, account, programs }: PostgresInstance,
  name: 'initdb' | 'pg_ctl' | 'postgres',
  args: string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const program = programPath(programs, name)
  const run = await buildSpawnArguments(account, program, args, pgdata)
  return spawn(run.command, run.args, {
    cwd: programs,
    env: cleanEnvironment(),
    ...options,
    ...run.options,
  })
}

/** Returns the most relevant error line in the output of a PostgreSQL program. */
function failureReason(output: string): string {
  if (/^setpriv:/m.test(output)) {
    return 'its user cannot enter the folders above the data'
  }
  const lines = output.split('\n').filter((line) => line.trim())
  const errorLine = lines.findLast((line) => /FATAL|PANIC|error|cannot|could not/i.test(line))
  return (errorLine ?? lines.at(-1) ?? 'no error message').replace(
    /^.*?(FATAL|PANIC|error):\s*/,
    '',
  )
}

/** Returns the environment without locales, malloc settings of the shop, and settings of other PostgreSQL servers. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|MALLOC_)/.test(name),
  )
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}
