import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from '../../dev/embedded-database/endpoint.ts'
import { waitUntil } from './wait-until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const OUTPUT_TIMEOUT_MS = 300_000

export type ScriptRun = ReturnType<typeof spawnScript>

/** Runs a script as from a terminal, in its own process group. */
export function spawnScript(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...environmentWithoutVitest(), LOG_LEVEL: 'warn', ...env },
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
    output: () => text,
    signal: (signal: NodeJS.Signals) => process.kill(pid, signal),
    signalGroup: (signal: NodeJS.Signals) => process.kill(-pid, signal),
    async waitForOutput(pattern: RegExp) {
      const timeout = AbortSignal.timeout(OUTPUT_TIMEOUT_MS)
      while (!pattern.test(text) && !timeout.aborted && child.exitCode === null) await delay(20)
      if (!pattern.test(text)) throw new Error(`No output matches ${pattern}: ${text}`)
    },
  }
}

/** Lists the process and all its descendants. */
export async function listProcessTree(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const listTree = (parent: number): number[] => [
    parent,
    ...pairs
      .filter(([, parentPid]) => parentPid === parent)
      .flatMap(([child = 0]) => listTree(child)),
  ]
  return listTree(pid)
}

/** Sends a signal to a process. Ignores a process that has ended. */
export function killProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ends a process and its descendants: SIGTERM to the process, then SIGKILL to all that remain. */
export async function endProcessTree(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  const pids = await listProcessTree(pid)
  process.kill(pid, 'SIGTERM')
  await waitUntil('all processes have ended', () => !pids.some(isAlive)).catch(() => {
    for (const one of pids) killProcess(one)
  })
}

/** Returns the environment without Vitest's variables. */
function environmentWithoutVitest(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$)/.test(name))
  return Object.fromEntries(entries)
}
