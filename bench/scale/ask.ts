import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

export interface Question {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Answered {
  status: number
  /** Until the last byte of the answer. */
  ms: number
  /** The beginning of what was said, for whoever wonders. */
  said: string
}

/** Asks over HTTP on a connection that is kept, and times it. Nothing of a large answer is kept. */
export function ask({ method, url, headers, body }: Question): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const began = performance.now()
  const asking = request(url, { method, headers: { ...headers }, agent }, (answer) => {
    let said = ''
    answer.on('data', (chunk: Buffer) => {
      if (said.length < 500) said += chunk.toString('latin1', 0, 500)
    })
    answer.once('error', reject)
    answer.once('end', () => {
      resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, said })
    })
  })
  asking.once('error', reject)
  asking.end(body)
  return promise
}
