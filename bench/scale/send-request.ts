import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

export interface RequestSpec {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface TimedResponse {
  status: number
  /** Time until the last byte of the response. */
  ms: number
  /** The beginning of the body, for error messages. */
  excerpt: string
}

/** Sends a request on a keep-alive connection and times it. Discards the body except for an excerpt. */
export function sendRequest({ method, url, headers, body }: RequestSpec): Promise<TimedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TimedResponse>()
  const startedAt = performance.now()
  const sent = request(url, { method, headers: { ...headers }, agent }, (response) => {
    let excerpt = ''
    response.on('data', (chunk: Buffer) => {
      if (excerpt.length < 500) excerpt += chunk.toString('latin1', 0, 500)
    })
    response.once('error', reject)
    response.once('end', () => {
      resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt, excerpt })
    })
  })
  sent.once('error', reject)
  sent.end(body)
  return promise
}
