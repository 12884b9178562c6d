import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const NO_ANSWER_AFTER_MS = 30_000

export interface Sent {
  method: string
  target: string
  headers: [string, string][]
  bytes: Buffer | undefined
  chunked: boolean
}

export interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Sends requests to one shop over connections that are kept open. */
export function senderTo(url: string) {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)

  /** Resolves to the response, or to the error code of a connection that ended without one. */
  function send({ method, target, headers, bytes, chunked }: Sent): Promise<Received | string> {
    return new Promise((resolve) => {
      const sent = request({
        agent,
        hostname,
        port,
        method,
        path: target,
        timeout: NO_ANSWER_AFTER_MS,
      })
      for (const [name, value] of headers)
        sent.setHeader(name, Buffer.from(value).toString('latin1'))
      if (chunked) sent.setHeader('transfer-encoding', 'chunked')
      else if (bytes) sent.setHeader('content-length', bytes.length)
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      sent.on('timeout', () => sent.destroy(new Error('timeout')))
      sent.on('response', async (response) => {
        const { statusCode = 0, headers: received } = response
        const body = await buffer(response).catch(() => Buffer.alloc(0))
        resolve({ status: statusCode, headers: received, body: decoded(body, received) })
      })
      sent.end(bytes)
    })
  }

  return { send, close: () => agent.destroy() }
}

function decoded(body: Buffer, headers: Received['headers']): Buffer {
  if (body.length === 0) return body
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(body)
    case 'gzip':
      return gunzipSync(body)
    default:
      return body
  }
}
