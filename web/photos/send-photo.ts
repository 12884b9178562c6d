import type { AddedPhoto } from '@freehub/contract/photos'
import type { Problem } from '@freehub/contract/refusals'
import { CallError, silence } from '../api/call-error.ts'
import { expel } from '../api/expelled.ts'
import { accessToken, renewToken } from '../identity/token.ts'

const TIME_LIMIT_MS = 120_000

interface Sending {
  /** Told how much of the file has gone, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a photo to the shop, as `call` would: fetch cannot tell how much of a body has gone. */
export async function sendPhoto(file: Blob, sending: Sending): Promise<AddedPhoto> {
  let answer = await sendOnce(file, sending)
  if (answer.status === 401 && (await renewToken())) answer = await sendOnce(file, sending)
  if (answer.status === 201) return answer.body as AddedPhoto
  if (answer.status === 401 || answer.status === 403) expel()
  throw new CallError(problemIn(answer))
}

interface Answer {
  status: number
  body: unknown
}

function sendOnce(file: Blob, { onProgress, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/photos')
    request.responseType = 'json'
    request.timeout = TIME_LIMIT_MS
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
