import type { Problem } from '@freehub/contract/refusals'
import { CallError, silence } from './call-error.ts'
import { expel } from './expelled.ts'
import { accessToken, renewToken } from './token.ts'

interface Sending {
  /** Told how much of the file has gone, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
  timeLimitMs: number
}

/** Sends a file as the body of a call, as `call` would: fetch cannot tell how much of a body has gone. */
export async function sendFile<T>(path: string, file: Blob, sending: Sending): Promise<T> {
  let answer = await sendOnce(path, file, sending)
  if (answer.status === 401 && (await renewToken())) answer = await sendOnce(path, file, sending)
  if (answer.status === 201) return answer.body as T
  if (answer.status === 401 || answer.status === 403) expel()
  throw new CallError(problemIn(answer))
}

interface Answer {
  status: number
  body: unknown
}

function sendOnce(
  path: string,
  file: Blob,
  { onProgress, signal, timeLimitMs }: Sending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.timeout = timeLimitMs
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.setRequestHeader('Authorization', `Bearer ${accessToken()}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => reject(new CallError(silence(undefined)))
    request.ontimeout = () =>
      reject(new CallError(silence(new DOMException('Too slow', 'TimeoutError'))))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** What a refused answer says, or that it says nothing of use: a proxy's page, say. */
function problemIn({ status, body }: Answer): Problem {
  const said = body as Problem | null
  return typeof said?.title === 'string'
    ? { ...said, status }
    : {
        type: 'about:blank',
        title: 'The shop did not answer as it should. Try again in a moment.',
        status,
        code: 'internal',
      }
}
