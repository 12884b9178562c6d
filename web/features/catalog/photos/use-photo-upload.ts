import type { AddedPhoto } from '@freehub/contract/catalog/part-schemas'
import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { useRef, useState } from 'react'
import { sendFile } from '../../../api/send-file.ts'
import { type SendOptions, useUpload } from './use-upload.ts'

/** Media types for the file dialog. The server also checks the content. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** Returns the error for a file that is too large. */
export function checkPhotoFile({ size }: Pick<File, 'size'>): string | undefined {
  return size > PHOTO_BYTES_MAXIMUM ? 'The image is too large. The limit is 12 MiB.' : undefined
}

export interface PhotoUpload {
  start: (file: File, ...others: File[]) => void
  cancel: () => void
  /** The share of the photo that is sent, from 0 to 1. Undefined if there is no upload. */
  progress: number | undefined
  /** Data URL of the photo that is being uploaded. */
  preview: string | undefined
  problem: string | undefined
}

/** Uploads a photo and passes its URL to `onUploaded`. */
export function usePhotoUpload(onUploaded: (url: string) => void): PhotoUpload {
  const [preview, setPreview] = useState<string>()
  const latestFile = useRef<File>(undefined)
  const upload = useUpload({
    check: checkPhotoFile,
    send: sendPhoto,
    onUploaded({ address: url }) {
      upload.cancel()
      onUploaded(url)
    },
  })

  function start(file: File, ...others: File[]) {
    latestFile.current = file
    setPreview(undefined)
    upload.start(file, ...others)
    void readDataUrl(file).then((url) => latestFile.current === file && setPreview(url))
  }
  return { ...upload, start, preview: upload.progress === undefined ? undefined : preview }
}

/** Reads a file as a data URL. The content security policy does not allow blob URLs. */
function readDataUrl(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}

const TIMEOUT_MS = 120_000

export function sendPhoto(file: Blob, options: SendOptions): Promise<AddedPhoto> {
  return sendFile('/api/photos', file, { ...options, timeoutMs: TIMEOUT_MS })
}
