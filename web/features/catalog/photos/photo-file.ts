import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'

/** What a file may be, for the window in which one is chosen. What it is, the shop finds out. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** What can be told of a file before it is sent. */
export function fileProblem({ size }: Pick<File, 'size'>): string | undefined {
  return size > PHOTO_BYTES_MAXIMUM ? 'The photo is too large: at most 12 MiB.' : undefined
}

/** The first file among what was dropped or pasted; text that comes with a picture of itself is text. */
export function fileIn(data: DataTransfer | null): File | undefined {
  return data?.types.includes('text/plain') ? undefined : data?.files[0]
}
