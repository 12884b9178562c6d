import { createServer } from 'node:net'

/** Returns a message if the port cannot be used, otherwise null. */
export function findPortProblem(
  host: string,
  port: number,
  setting: string,
): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(describeError(error.code)))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })

  function describeError(code: string | undefined) {
    if (code === 'EADDRINUSE')
      return `Port ${port} on ${host} is already in use. Set ${setting} to a free port.`
    return `The sandbox cannot listen on ${host}:${port} (${code}). Change ${setting}.`
  }
}
