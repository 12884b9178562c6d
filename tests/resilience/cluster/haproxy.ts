import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CONFIG = fileURLToPath(new URL('../../../deploy/cluster/haproxy.cfg', import.meta.url))

/** Starts HAProxy. Returns a function that stops it. */
export function startHaproxy(logs: string): () => Promise<unknown> {
  const haproxy = spawn('haproxy', ['-db', '-f', CONFIG], { stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(path.join(logs, 'haproxy.log'))
  haproxy.stdout.pipe(log, { end: false })
  haproxy.stderr.pipe(log, { end: false })
  const ended = once(haproxy, 'exit')
  return () => {
    haproxy.kill('SIGTERM')
    return ended
  }
}
