import { PHOTO_WIDTH_MAXIMUM, photoWidths } from '@freehub/contract/catalog/photo-address'
import {
  PHOTO_PIXELS_MAXIMUM,
  PHOTO_PROPORTION_MAXIMUM,
  PHOTO_SIDE_MINIMUM,
} from '@freehub/contract/limits'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Metadata, Sharp } from 'sharp'
import { sharp } from '../../../platform/images/sharp.ts'
import { type PhotoType, photoTypeOf } from './photo-type.ts'

/** A photo made anew: its size at its widest, and a file for each format and width. */
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

/** For each step of it; a decoder that is led astray is stopped. */
const SECONDS = 30

const WHITE = '#fff'

/**
 * Makes a photo anew from its pixels alone: turned as its camera was held, in sRGB, and without
 * whatever else the file carried. Of a moving one the first frame.
 */
export async function encodePhoto(file: Buffer): Promise<EncodedPhoto | Refusal> {
  const type = photoTypeOf(file)
  if (!type) return refuse('photo_type_unsupported')
  const limitInputPixels = PHOTO_PIXELS_MAXIMUM[type === 'jpeg' ? 'jpeg' : 'others']
  const opened = sharp(file, { limitInputPixels, failOn: 'error' })
  try {
    const refused = unfit(type, await opened.metadata())
    if (refused) return refused
    const widest = await opened
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: PHOTO_WIDTH_MAXIMUM, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = widest.info
    return {
      width,
      height,
      files: await filesOf(() => sharp(widest.data, { raw: widest.info }), width),
    }
  } catch (error) {
    return refuse(isPixelLimit(error) ? 'photo_too_large' : 'photo_unreadable')
  }
}

/** Why a file is none of the photos that are taken, from what its head says. */
function unfit(
  type: PhotoType,
  { format, compression, autoOrient, isProgressive }: Metadata,
): Refusal | undefined {
  if (format !== type || (type === 'heif' && compression !== 'av1')) {
    return refuse('photo_type_unsupported')
  }
  const { width, height } = autoOrient
  if (isProgressive && width * height > PHOTO_PIXELS_MAXIMUM.others)
    return refuse('photo_too_large')
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short < PHOTO_SIDE_MINIMUM || long > short * PHOTO_PROPORTION_MAXIMUM
    ? refuse('photo_shape_unfit')
    : undefined
}

function isPixelLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit')
}

/** One after the other: a photo takes one thread of the few, however many files it becomes. */
async function filesOf(pixels: () => Sharp, widest: number): Promise<PhotoFile[]> {
  const files: PhotoFile[] = []
  for (const width of photoWidths(widest)) {
    const resized = () => pixels().timeout({ seconds: SECONDS }).resize({ width })
    files.push(
      { format: 'avif', width, bytes: await resized().avif({ quality: 55, effort: 3 }).toBuffer() },
      { format: 'webp', width, bytes: await resized().webp({ quality: 80 }).toBuffer() },
    )
  }
  const jpeg = pixels().timeout({ seconds: SECONDS }).flatten({ background: WHITE })
  files.push({ format: 'jpeg', width: widest, bytes: await jpeg.jpeg({ quality: 82 }).toBuffer() })
  return files
}
