import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'

/** Media types for the file dialog. The server checks the content. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** Returns the problem of a file that is too large to upload. */
export function checkPhotoFile({ size }: Pick<File, 'size'>): string | undefined {
  return size > PHOTO_BYTES_MAXIMUM ? 'The photo is too large. The limit is 12 MiB.' : undefined
}

/** Returns the first dropped or pasted file. Ignores pictures that accompany text. */
export function getTransferredFile(data: DataTransfer | null): File | undefined {
  return data?.types.includes('text/plain') ? undefined : data?.files[0]
}
