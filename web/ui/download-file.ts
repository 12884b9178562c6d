import { callForResponse } from '../api/call.ts'
import { CallError, toNetworkProblem } from '../api/call-error.ts'

/** Downloads a file with the access token, which a plain link could not send. */
export async function downloadFile(
  path: string,
  fallbackName: string,
  timeoutMs?: number,
): Promise<void> {
  const response = await callForResponse('GET', path, { timeoutMs })
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const name = /filename="([\w.-]+)"/.exec(disposition)?.[1]
  const bytes = await response.blob().catch((cause) => {
    throw new CallError(toNetworkProblem(cause))
  })
  saveFile(bytes, name ?? fallbackName)
}

function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After a minute, the browser has started to read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
