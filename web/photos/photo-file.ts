import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { refusals } from '@freehub/contract/refusals'

/** What a file may be, for the window in which one is chosen. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** What can be told of a file before it is sent: too much to send, or certainly no photo. */
export function fileProblem({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (type && !PHOTO_TYPES.split(',').includes(type)) return refusals.photo_type_unsupported.title
  if (size > PHOTO_BYTES_MAXIMUM) return refusals.photo_too_large.title
  return undefined
}

/** The first file among what was dropped or pasted; text that comes with a picture of itself is text. */
export function fileIn(data: DataTransfer | null): File | undefined {
  return data?.types.includes('text/plain') ? undefined : data?.files[0]
}
