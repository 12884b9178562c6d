/** A photo is kept in these widths in pixels, none wider than what was uploaded. */
const WIDTHS = [160, 320, 640]
export const PHOTO_WIDTH_MAXIMUM = 1280

const PHOTO = /^(\/photos\/[0-9a-f-]{36}\/)(\d{3,4})\.webp$/

/** The address that shows a photo at its widest, and from which its others are known. */
export function photoAddress(id: string, widest: number): string {
  return `/photos/${id}/${widest}.webp`
}

/** The widths in which a photo is kept. */
export function photoWidths(widest: number): number[] {
  return [...WIDTHS.filter((width) => width < widest), widest]
}

/** All widths of a photo in a format, as `srcset` takes them; nothing of a picture that is no photo. */
export function photoSources(address: string, format: 'avif' | 'webp'): string | undefined {
  const [, folder, widest] = PHOTO.exec(address) ?? []
  if (!folder) return undefined
  return photoWidths(Number(widest))
    .map((width) => `${folder}${width}.${format} ${width}w`)
    .join(', ')
}

/** A photo as a JPEG, for whoever knows no newer format: those who show links. */
export function photoAsJpeg(address: string): string | undefined {
  return PHOTO.test(address) ? address.replace(/webp$/, 'jpeg') : undefined
}
