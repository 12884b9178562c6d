/** What a photo may be, as sharp calls it: AVIF is the one heif that it can read. */
export type PhotoType = 'jpeg' | 'png' | 'webp' | 'heif'

/**
 * What a file begins like. It is asked before any decoder sees the file, so that none but these four
 * ever does: of SVG, PDF, GIF, TIFF and the like not even the head is read.
 */
export function photoTypeOf(file: Buffer): PhotoType | undefined {
  if (begins(file, 0, '\xff\xd8\xff')) return 'jpeg'
  if (begins(file, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (begins(file, 0, 'RIFF') && begins(file, 8, 'WEBP')) return 'webp'
  if (begins(file, 4, 'ftypavif') || begins(file, 4, 'ftypavis')) return 'heif'
  return undefined
}

function begins(file: Buffer, at: number, bytes: string): boolean {
  return file.toString('latin1', at, at + bytes.length) === bytes
}
