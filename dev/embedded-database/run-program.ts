import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { runAs } from './account.ts'
import type { Place } from './place.ts'
import { programPath } from './programs.ts'
import { unavailable } from './unavailable.ts'

const RUN_WITHIN_MS = 120_000

/** Runs one of PostgreSQL's programs to its end. Throws its last words when it fails. */
export async function runProgram(
  place: Place,
  name: 'initdb' | 'pg_ctl',
  args: string[],
): Promise<void> {
  const child = await spawnProgram(place, name, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_WITHIN_MS,
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const said = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)))
  const code = await ended.catch((error: Error) => {
    throw unavailable(`PostgreSQL cannot be run here (${error.message})`)
  })
  if (code !== 0)
    throw unavailable(`PostgreSQL's ${name} failed: ${whyFailed((await said).join(''))}`)
}

/** Starts one of PostgreSQL's programs as the place's account. */
export async function spawnProgram(
  { cluster, account, programs }: Place,
  name: 'initdb' | 'pg_ctl' | 'postgres',
  args: string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const program = programPath(programs, name)
  const run = await runAs(account, program, args, cluster)
  return spawn(run.command, run.args, {
    cwd: programs.folder,
    env: plainEnvironment(),
    ...options,
    ...run.options,
  })
}

/** The line that says best why it failed, of what a program of PostgreSQL has said. */
export function whyFailed(said: string): string {
  if (/^setpriv:/m.test(said)) {
    return 'it runs as another user than root, to whom the folders above the data are closed'
  }
  const lines = said.split('\n').filter((line) => line.trim())
  const telling = lines.findLast((line) => /FATAL|PANIC|error|cannot|could not/i.test(line))
  return (telling ?? lines.at(-1) ?? 'it said nothing').replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}

/**
 * Settings of a PostgreSQL client or server that the person has besides must not reach ours, nor how the shop
 * itself takes memory.
 */
function plainEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|MALLOC_)/.test(name),
  )
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}
