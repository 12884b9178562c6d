import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { commandAs } from './account.ts'
import type { PostgresInstance } from './postgres-instance.ts'
import { programPath } from './programs.ts'
import { unavailableError } from './unavailable-error.ts'

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
export async function spawnProgram(
  { cluster, account, programs }: PostgresInstance,
  name: 'initdb' | 'pg_ctl' | 'postgres',
  args: string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const program = programPath(programs, name)
  const run = await commandAs(account, program, args, cluster)
  return spawn(run.command, run.args, {
    cwd: programs.folder,
    env: cleanEnvironment(),
    ...options,
    ...run.options,
  })
}

/** Returns the most relevant error line in the output of a PostgreSQL program. */
export function failureReason(output: string): string {
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

/** Removes the variables of other PostgreSQL installations and the shop's malloc settings. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|MALLOC_)/.test(name),
  )
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}
