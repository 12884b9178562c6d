import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import { ConfigError } from '../../config.ts'

const MAX_CONNECTIONS = 20
const REQUEST_TIMEOUT_MS = 5_000

/** Serves `GET /metrics`. Returns a function that stops the server. Throws a ConfigError if the port is in use. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
  })
  server.maxConnections = MAX_CONNECTIONS
  server.on('request', ({ method, url }, response) => {
    if (url?.split('?')[0] !== '/metrics')
      return respond(response, 404, 'Only /metrics exists here.\n')
    if (method !== 'GET') return respond(response, 405, 'Only GET is allowed.\n')
    read().then(
      (text) => respond(response, 200, text),
      (error: Error) => respond(response, 500, `${error.name}\n`),
    )
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError(
      `Port ${port} is in use: stop the program that uses it, or set METRICS_PORT to another port.`,
    )
  }
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

function respond(response: ServerResponse, status: number, text: string) {
  const type = status === 200 ? Registry.PROMETHEUS_CONTENT_TYPE : 'text/plain'
  response.writeHead(status, { 'content-type': type }).end(text)
}
