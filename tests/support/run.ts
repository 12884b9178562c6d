import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { waitUntil } from './wait-until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const SAYS_WITHIN_MS = 60_000

export type Run = ReturnType<typeof run>

/** Runs one of the scripts as a person would, in a process group of its own like a terminal's. */
export function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...personsEnvironment(), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const pid = child.pid as number
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    pid,
    ended,
    said: () => text,
    signal: (signal: NodeJS.Signals) => process.kill(pid, signal),
    signalGroup: (signal: NodeJS.Signals) => process.kill(-pid, signal),
    async says(what: RegExp) {
      const late = AbortSignal.timeout(SAYS_WITHIN_MS)
      while (!what.test(text) && !late.aborted && child.exitCode === null) await delay(20)
      if (!what.test(text)) throw new Error(`It did not say ${what}, but: ${text}`)
    },
  }
}

/** The process and all that it has started. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] => [
    parent,
    ...pairs.filter(([, above]) => above === parent).flatMap(([child = 0]) => below(child)),
  ]
  return below(pid)
}

/** Kills a process. One that has ended by itself meanwhile is none to be killed. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ends what is left of a run. */
export async function endAll(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  const all = await descendantsOf(pid)
  process.kill(pid, 'SIGTERM')
  await waitUntil('everything has ended', () => !all.some(isAlive)).catch(() => {
    for (const one of all) killNow(one)
  })
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Without what Vitest has set. */
function personsEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$)/.test(name))
  return Object.fromEntries(entries)
}
