/** Widths in pixels of the smaller copies. No copy is wider than the upload. */
const WIDTHS = [160, 320, 640]
export const PHOTO_WIDTH_MAXIMUM = 1280

const PHOTO = /^(\/photos\/[0-9a-f-]{36}\/)(\d{3,4})\.webp$/

/** Returns the URL of the widest copy. The URLs of all other copies are derived from it. */
export function photoUrl(id: string, maxWidth: number): string {
  return `/photos/${id}/${maxWidth}.webp`
}

/** Returns the widths of all copies of a photo, in pixels. `maxWidth` is the width of the widest copy. */
export function photoWidths(maxWidth: number): number[] {
  return [...WIDTHS.filter((width) => width < maxWidth), maxWidth]
}

/** Returns a `srcset` of all widths in one format; undefined if the URL is not an uploaded photo. */
export function photoSrcset(url: string, format: 'avif' | 'webp'): string | undefined {
  const [, directory, maxWidth] = PHOTO.exec(url) ?? []
  if (!directory) return undefined
  return photoWidths(Number(maxWidth))
    .map((width) => `${directory}${width}.${format} ${width}w`)
    .join(', ')
}

/**
 * Returns the URL of the JPEG copy, for link previews and other clients without WebP; undefined if the URL is not an
 * uploaded photo.
 */
export function photoJpegUrl(url: string): string | undefined {
  return PHOTO.test(url) ? url.replace(/webp$/, 'jpeg') : undefined
}
