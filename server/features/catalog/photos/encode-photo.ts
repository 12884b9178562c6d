import { PHOTO_WIDTH_MAXIMUM, photoWidths } from '@freehub/contract/catalog/photo-url'
import {
  PHOTO_ASPECT_RATIO_MAXIMUM,
  PHOTO_PIXELS_MAXIMUM,
  PHOTO_SIDE_MINIMUM,
} from '@freehub/contract/limits'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Metadata, Sharp } from 'sharp'
import { sharp } from '../../../platform/images/sharp.ts'

/** A re-encoded photo: its largest size, and a file for each combination of format and width. */
export interface EncodedPhoto {
  width: number
  height: number
  files: PhotoFile[]
}

export interface PhotoFile {
  format: 'avif' | 'webp' | 'jpeg'
  width: number
  bytes: Buffer
}

/** Timeout of each step. It stops a decoder on a malicious file. */
const TIMEOUT_SECONDS = 30

const WHITE = '#fff'

/** Re-encodes the first frame of a photo from its pixels: upright, in sRGB, without metadata. */
export async function encodePhoto(file: Buffer): Promise<EncodedPhoto | Refusal> {
  const type = detectPhotoType(file)
  if (!type) return refuse('photo_type_unsupported')
  const limitInputPixels = PHOTO_PIXELS_MAXIMUM[type === 'jpeg' ? 'jpeg' : 'other']
  const image = sharp(file, { limitInputPixels, failOn: 'error' })
  try {
    const refusal = refuseMetadata(type, await image.metadata())
    if (refusal) return refusal
    const widest = await image
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: PHOTO_WIDTH_MAXIMUM, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = widest.info
    return {
      width,
      height,
      files: await encodeFiles(() => sharp(widest.data, { raw: widest.info }), width),
    }
  } catch (error) {
    return refuse(isPixelLimitError(error) ? 'photo_too_large' : 'photo_unreadable')
  }
}

/** Returns a refusal if the type, size or shape in the file header is not accepted. */
function refuseMetadata(
  type: PhotoType,
  { format, compression, autoOrient, isProgressive }: Metadata,
): Refusal | undefined {
  if (format !== type || (type === 'heif' && compression !== 'av1')) {
    return refuse('photo_type_unsupported')
  }
  const { width, height } = autoOrient
  // The decoder holds all pixels of a progressive JPEG in memory.
  if (isProgressive && width * height > PHOTO_PIXELS_MAXIMUM.other) return refuse('photo_too_large')
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short < PHOTO_SIDE_MINIMUM || long > short * PHOTO_ASPECT_RATIO_MAXIMUM
    ? refuse('photo_shape_unfit')
    : undefined
}

function isPixelLimitError(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit')
}

/** Encodes the files one after another, so that a photo takes only one thread of the small thread pool. */
async function encodeFiles(pixels: () => Sharp, widest: number): Promise<PhotoFile[]> {
  const files: PhotoFile[] = []
  for (const width of photoWidths(widest)) {
    const resized = () => pixels().timeout({ seconds: TIMEOUT_SECONDS }).resize({ width })
    files.push(
      { format: 'avif', width, bytes: await resized().avif({ quality: 55, effort: 3 }).toBuffer() },
      { format: 'webp', width, bytes: await resized().webp({ quality: 80 }).toBuffer() },
    )
  }
  const jpeg = pixels().timeout({ seconds: TIMEOUT_SECONDS }).flatten({ background: WHITE })
  files.push({ format: 'jpeg', width: widest, bytes: await jpeg.jpeg({ quality: 82 }).toBuffer() })
  return files
}

/** Accepted formats, named as in sharp. `heif` stands for AVIF. */
type PhotoType = 'jpeg' | 'png' | 'webp' | 'heif'

/** Detects the type from the first bytes, so that decoders of SVG, PDF, GIF, TIFF and others never run. */
function detectPhotoType(file: Buffer): PhotoType | undefined {
  if (hasBytesAt(file, 0, '\xff\xd8\xff')) return 'jpeg'
  if (hasBytesAt(file, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (hasBytesAt(file, 0, 'RIFF') && hasBytesAt(file, 8, 'WEBP')) return 'webp'
  if (hasBytesAt(file, 4, 'ftypavif') || hasBytesAt(file, 4, 'ftypavis')) return 'heif'
  return undefined
}

function hasBytesAt(file: Buffer, at: number, bytes: string): boolean {
  return file.toString('latin1', at, at + bytes.length) === bytes
}
