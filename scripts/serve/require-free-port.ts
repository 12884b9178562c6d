import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../server/config.ts'

/**
 * Throws a ConfigError if the port cannot be used. `timeoutMs`: the maximum wait for a process that
 * is ending and still uses the port.
 */
export async function requireFreePort(
  { host, port, setting }: { host: string; port: number; setting: string },
  timeoutMs = 0,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const code = await tryListening(host, port)
    if (code === undefined) return
    if (Date.now() >= deadline)
      throw new ConfigError(formatPortError(code, { host, port, setting }))
    await delay(50)
  }
}

/** Listens on a port for a moment. Returns the code of the error, if any. */
function tryListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

function formatPortError(
  code: string,
  where: { host: string; port: number; setting: string },
): string {
  const { host, port, setting } = where
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that uses it, or set ${setting} to another.`
  }
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: set ${setting} to another.`
  return `Cannot listen on ${host}, port ${port} (${code}): change HOST or ${setting}.`
}
