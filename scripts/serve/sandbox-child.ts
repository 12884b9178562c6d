import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The sandbox usually takes a second, but much longer on a busy machine. */
const READY_TIMEOUT_MS = 60_000
const EXIT_TIMEOUT_MS = 3_000
const MAX_RESTARTS = 5

const program = path.resolve(import.meta.dirname, '../../dev/sandbox/main.ts')

/**
 * Starts the sandbox as a child process, and restarts it up to five times if it crashes. The
 * sandbox exits with this process, because the IPC channel then closes.
 */
export async function startSandbox(
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false
  let restarts = 0
  let child = await spawnAndWait(settings)
  restartOnExit()

  return {
    async stop() {
      isStopping = true
      await stopChild(child)
    },
  }

  function restartOnExit() {
    child.once('exit', async () => {
      if (isStopping) return
      if (restarts === MAX_RESTARTS) return log('The sandbox keeps crashing and is not restarted')
      restarts += 1
      log('The sandbox has crashed and is restarted')
      await delay(200 * restarts)
      if (isStopping) return
      child = spawnChild(settings)
      restartOnExit()
    })
  }
}

/** Starts the sandbox and waits until it is ready. Throws if it exits or takes too long. */
async function spawnAndWait(settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawnChild(settings)
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS)
  const outcome = await Promise.race([
    once(child, 'message', { signal: timeout }).then(() => 'ready'),
    once(child, 'exit', { signal: timeout }).then(() => 'ended'),
  ]).catch(() => 'late')
  if (outcome === 'ready') return child
  await stopChild(child)
  throw new Error('The sandbox did not start: see the lines above.')
}

function spawnChild(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The sandbox is outside the terminal's process group, because on Ctrl-C the shop must stop
    // first.
    detached: true,
  })
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS)
  await ended
  clearTimeout(late)
}
