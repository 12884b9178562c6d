import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const RESPONSE_TIMEOUT_MS = 30_000

interface RawRequest {
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

/** Creates a client that sends requests to one shop over keep-alive connections. */
export function createFuzzClient(url: string) {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)

  /** Resolves to the response, or to an error code if the connection ends without a response. */
  function send({ target, headers, bytes, ...raw }: RawRequest): Promise<Received | string> {
    return new Promise((resolve) => {
      const { method, chunked } = raw
      const timeout = RESPONSE_TIMEOUT_MS
      const outgoing = request({ agent, hostname, port, method, path: target, timeout })
      for (const [name, value] of headers)
        outgoing.setHeader(name, Buffer.from(value).toString('latin1'))
      if (chunked) outgoing.setHeader('transfer-encoding', 'chunked')
      else if (bytes) outgoing.setHeader('content-length', bytes.length)
      outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
      outgoing.on('response', async (response) => {
        const { statusCode = 0, headers: received } = response
        const body = await buffer(response).catch(() => Buffer.alloc(0))
        resolve({ status: statusCode, headers: received, body: decodeBody(body, received) })
      })
      outgoing.end(bytes)
    })
  }

  return { send, close: () => agent.destroy() }
}

function decodeBody(body: Buffer, headers: Received['headers']): Buffer {
  const encoding = body.length > 0 && headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}
