import { colours } from './colours.ts'
import { mark } from './picture.ts'
import type { Outlines } from './raster.ts'

/** The mark in white on the slab, `share` of the square across. */
const onSlab = (share: number) =>
  square(
    `<path fill="${colours.blue}" d="M0 0h64v64H0z"/>${mark(32, 32, 64 * share, colours.white)}`,
  )

const square = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512">${body}</svg>`

/** Icons for a shop that is put on a screen. What is cut to a shape keeps its mark well inside. */
export const icons = {
  'apple-touch-icon.png': { size: 180, purpose: undefined, draw: () => onSlab(0.8) },
  'icon-192.png': { size: 192, purpose: 'any', draw: () => onSlab(0.8) },
  'icon-512.png': { size: 512, purpose: 'any', draw: () => onSlab(0.8) },
  'icon-maskable-512.png': { size: 512, purpose: 'maskable', draw: () => onSlab(0.62) },
} as const

/** The mark for browsers that want it at the old place, in the old container: one PNG. */
export async function favicon(raster: (outlines: Outlines) => Promise<Buffer>): Promise<Buffer> {
  const size = 32
  const png = await raster({ svg: square(mark(32, 32, 64, colours.blue)), width: size })
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // An icon,
  head.writeUInt16LE(1, 4) // of one picture:
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
