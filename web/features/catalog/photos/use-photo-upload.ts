import type { AddedPhoto } from '@freehub/contract/catalog/part-schemas'
import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { formatError } from '../../../api/call-error.ts'
import { sendFile } from '../../../api/send-file.ts'

/** Media types for the file dialog. The server checks the content. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** Returns the problem of a file that is too large to upload. */
export function checkPhotoFile({ size }: Pick<File, 'size'>): string | undefined {
  return size > PHOTO_BYTES_MAXIMUM ? 'The photo is too large. The limit is 12 MiB.' : undefined
}

export interface PhotoUpload {
  start: (file: File) => void
  /** Aborts the upload and clears the problem. */
  cancel: () => void
  /** Share of the photo that is sent, from 0 to 1; undefined when idle. */
  progress: number | undefined
  /** Data URL of the photo that is being uploaded. */
  preview: string | undefined
  problem: string | undefined
}

interface PendingUpload {
  progress: number
  preview?: string | undefined
}

/** Uploads a photo and passes its new address to `onUploaded`. A new photo replaces the pending one. */
export function usePhotoUpload(onUploaded: (address: string) => void): PhotoUpload {
  const controllerRef = useRef<AbortController>(undefined)
  const [pending, setPending] = useState<PendingUpload>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => () => controllerRef.current?.abort(), [])

  function cancel() {
    controllerRef.current?.abort()
    controllerRef.current = undefined
    setPending(undefined)
    setProblem(undefined)
  }

  async function start(file: File) {
    cancel()
    const fileProblem = checkPhotoFile(file)
    if (fileProblem) return setProblem(fileProblem)
    const controller = new AbortController()
    controllerRef.current = controller
    const { signal } = controller
    const updatePending = (change: Partial<PendingUpload>) =>
      !signal.aborted && setPending((previous) => ({ progress: 0, ...previous, ...change }))
    updatePending({ progress: 0 })
    void readDataUrl(file).then(
      (preview) => controllerRef.current === controller && updatePending({ preview }),
    )
    try {
      const { address } = await sendPhoto(file, {
        signal,
        onProgress: (progress) => updatePending({ progress }),
      })
      if (!signal.aborted) onUploaded(address)
    } catch (error) {
      if (!signal.aborted) setProblem(formatError(error))
    }
    if (controllerRef.current !== controller) return
    controllerRef.current = undefined
    setPending(undefined)
  }

  return {
    start: (file) => void start(file),
    cancel,
    progress: pending?.progress,
    preview: pending?.preview,
    problem,
  }
}

/** The Content Security Policy allows data URLs for local pictures, not blob URLs. */
function readDataUrl(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}

const TIMEOUT_MS = 120_000

interface SendOptions {
  /** Called with the share that is sent, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

export function sendPhoto(file: Blob, options: SendOptions): Promise<AddedPhoto> {
  return sendFile('/api/photos', file, { ...options, timeoutMs: TIMEOUT_MS })
}
