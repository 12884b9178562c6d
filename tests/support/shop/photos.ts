import sharp from 'sharp'
import type { TestUser } from './users.ts'

/** Creates an image file of two colours, red on the left. */
export async function createImageFile(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff' = 'png',
): Promise<Buffer> {
  return createImage(width, height).toFormat(format).toBuffer()
}

/** Returns a Sharp image of two colours, red on the left. */
export function createImage(width: number, height: number) {
  const red = { create: { width: width >> 1, height, channels: 3, background: '#d00' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#00d' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

/** Creates a large JPEG: noise compresses to about half a byte per pixel. */
export function createNoisyPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** Uploads a file as a photo of a part. */
export async function uploadPhoto(
  url: string,
  { token }: Pick<TestUser, 'token'>,
  file: Buffer,
  type = 'image/png',
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${url}/api/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(file),
  })
  return { status: response.status, body: await response.json() }
}
