import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const READY_WITHIN_MS = 20_000
const ENDS_WITHIN_MS = 3_000
const RESTARTS_MAX = 5

const program = path.resolve(import.meta.dirname, '../../dev/sandbox/main.ts')

/**
 * Starts the stand-ins for the providers as a child process and starts them again, a few times,
 * if they die. They end with this process, however it ends, because the channel to it breaks.
 */
export async function startSandbox(
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false
  let restarts = 0
  let child = await spawnReady(settings)
  watch()

  return {
    async stop() {
      stopping = true
      await end(child)
    },
  }

  function watch() {
    child.once('exit', async () => {
      if (stopping) return
      if (restarts === RESTARTS_MAX) return log('The sandbox keeps dying and is left alone')
      restarts += 1
      log('The sandbox has died and is started again')
      await delay(200 * restarts)
      if (stopping) return
      child = spawnChild(settings)
      watch()
    })
  }
}

async function spawnReady(settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawnChild(settings)
  const timeout = AbortSignal.timeout(READY_WITHIN_MS)
  const outcome = await Promise.race([
    once(child, 'message', { signal: timeout }).then(() => 'ready'),
    once(child, 'exit', { signal: timeout }).then(() => 'ended'),
  ]).catch(() => 'late')
  if (outcome === 'ready') return child
  await end(child)
  throw new Error('The sandbox did not start: the lines above say why.')
}

function spawnChild(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Not in the terminal's group: at Ctrl-C the shop must end before its providers do.
    detached: true,
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  await ended
  clearTimeout(late)
}
