import sharp from 'sharp'
import type { Person } from './people.ts'

/** A picture of two colours, red on the left, as a file of some kind. */
export async function pictureOf(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff' = 'png',
): Promise<Buffer> {
  return drawn(width, height).toFormat(format).toBuffer()
}

/** The same before it is made a file. */
export function drawn(width: number, height: number) {
  const red = { create: { width: width >> 1, height, channels: 3, background: '#d00' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#00d' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

/** A JPEG of noise, which cannot be made small: half a byte for each pixel. */
export function noisyPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** Sends a file as a photo of a part. */
export async function sendPhoto(
  url: string,
  { token }: Pick<Person, 'token'>,
  file: Buffer,
  type = 'image/png',
  // biome-ignore lint/suspicious/noExplicitAny: tests say themselves what they expect of it
): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${url}/api/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(file),
  })
  return { status: answer.status, body: await answer.json() }
}
