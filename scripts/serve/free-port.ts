import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../server/config.ts'

/**
 * Throws a ConfigError when the port cannot be had. `patienceMs` is how long to wait for a process
 * that is just ending to let go of it.
 */
export async function requireFreePort(
  { host, port, setting }: { host: string; port: number; setting: string },
  patienceMs = 0,
): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    const code = await tryListening(host, port)
    if (code === undefined) return
    if (Date.now() >= end) throw new ConfigError(sentence(code, { host, port, setting }))
    await delay(50)
  }
}

function tryListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

function sentence(code: string, where: { host: string; port: number; setting: string }): string {
  const { host, port, setting } = where
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken: stop what uses it, or set ${setting} to another.`
  }
  if (code === 'EACCES')
    return `Port ${port} is not allowed to this user: set ${setting} to another.`
  return `Nothing can listen on ${host}, port ${port} (${code}): change HOST or ${setting}.`
}
