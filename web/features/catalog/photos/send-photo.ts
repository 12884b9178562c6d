import type { AddedPhoto } from '@freehub/contract/catalog/part-schemas'
import { sendFile } from '../../../api/send-file.ts'

const TIMEOUT_MS = 120_000

interface SendOptions {
  /** Called with the share that is sent, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

export function sendPhoto(file: Blob, options: SendOptions): Promise<AddedPhoto> {
  return sendFile('/api/photos', file, { ...options, timeoutMs: TIMEOUT_MS })
}
