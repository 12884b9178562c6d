import { readAccessToken } from './access/access-token.ts'
import { renewToken } from './access/renew-token.ts'
import { forceSignOut } from './call.ts'
import { CallError, toNetworkProblem, toProblem } from './call-error.ts'

interface SendFileOptions {
  /** Called with the share of the file that is sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
  timeoutMs: number
}

/**
 * Sends a file by POST, and returns the parsed body if the status is 201. Handles other statuses like `call`.
 * Uses XMLHttpRequest, because fetch reports no progress.
 */
export async function sendFile<T>(path: string, file: Blob, options: SendFileOptions): Promise<T> {
  let response = await sendOnce(path, file, options)
  if (response.status === 401 && (await renewToken()))
    response = await sendOnce(path, file, options)
  if (response.status === 201) return response.body as T
  if (response.status === 401 || response.status === 403) forceSignOut()
  throw new CallError(toProblem(response.status, response.body))
}

interface FileResponse {
  status: number
  body: unknown
}

function sendOnce(
  path: string,
  file: Blob,
  { onProgress, signal, timeoutMs }: SendFileOptions,
): Promise<FileResponse> {
  return new Promise((resolve, reject) => {
    // The user may have cancelled while the token was renewed. The signal then fires no further event.
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.timeout = timeoutMs
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.setRequestHeader('Authorization', `Bearer ${readAccessToken()}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => reject(new CallError(toNetworkProblem(undefined)))
    request.ontimeout = () =>
      reject(new CallError(toNetworkProblem(new DOMException('Too slow', 'TimeoutError'))))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
