/** Accepted formats by their names in sharp. AVIF is the only `heif` that it can read. */
export type PhotoType = 'jpeg' | 'png' | 'webp' | 'heif'

/**
 * Detects the type from the first bytes. Runs before any decoder sees the file, so that no decoder of
 * SVG, PDF, GIF, TIFF and the like ever runs.
 */
export function detectPhotoType(file: Buffer): PhotoType | undefined {
  if (hasBytesAt(file, 0, '\xff\xd8\xff')) return 'jpeg'
  if (hasBytesAt(file, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (hasBytesAt(file, 0, 'RIFF') && hasBytesAt(file, 8, 'WEBP')) return 'webp'
  if (hasBytesAt(file, 4, 'ftypavif') || hasBytesAt(file, 4, 'ftypavis')) return 'heif'
  return undefined
}

function hasBytesAt(file: Buffer, at: number, bytes: string): boolean {
  return file.toString('latin1', at, at + bytes.length) === bytes
}
