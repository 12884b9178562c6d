import type { AddedPhoto } from '@freehub/contract/catalog/photos'
import { sendFile } from '../../../api/send-file.ts'

const TIME_LIMIT_MS = 120_000

interface Sending {
  /** Told how much of the file has gone, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a photo to the shop. */
export function sendPhoto(file: Blob, sending: Sending): Promise<AddedPhoto> {
  return sendFile('/api/photos', file, { ...sending, timeLimitMs: TIME_LIMIT_MS })
}
