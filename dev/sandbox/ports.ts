import { createServer } from 'node:net'

/** Says in one sentence why a port cannot be had, or answers null. */
export function portRefusal(host: string, port: number, setting: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(sentence(error.code)))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })

  function sentence(code: string | undefined) {
    if (code === 'EADDRINUSE')
      return `Port ${port} on ${host} is already taken; set ${setting} to a free one.`
    return `The sandbox cannot listen on ${host}:${port} (${code}); change ${setting}.`
  }
}
