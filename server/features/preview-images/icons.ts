import { colors, renderMark } from './preview-image-elements.ts'
import type { RasterJob } from './rasterize.ts'

/** Renders the white mark on a blue square. `share` is the width of the mark relative to the square. */
const renderIcon = (share: number) =>
  wrapInSquare(
    `<path fill="${colors.blue}" d="M0 0h64v64H0z"/>${renderMark(32, 32, 64 * share, colors.white)}`,
  )

/** Returns an SVG document of 64 × 64 units, rendered at 512 × 512 pixels. */
const wrapInSquare = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512">${body}</svg>`

/** Icons for installing the web app. The maskable icon has a larger margin, because systems crop it. */
export const icons = {
  'apple-touch-icon.png': { size: 180, purpose: undefined, draw: () => renderIcon(0.8) },
  'icon-192.png': { size: 192, purpose: 'any', draw: () => renderIcon(0.8) },
  'icon-512.png': { size: 512, purpose: 'any', draw: () => renderIcon(0.8) },
  'icon-maskable-512.png': { size: 512, purpose: 'maskable', draw: () => renderIcon(0.62) },
} as const

/** Renders the mark as an ICO file with one PNG, for browsers that request /favicon.ico. */
export async function renderFavicon(
  rasterizeIcon: (job: RasterJob) => Promise<Buffer>,
): Promise<Buffer> {
  const size = 32
  const png = await rasterizeIcon({
    svg: wrapInSquare(renderMark(32, 32, 64, colors.blue)),
    width: size,
  })
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // type: icon
  header.writeUInt16LE(1, 4) // number of images
  header.writeUInt8(size, 6) // width
  header.writeUInt8(size, 7) // height
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14) // length of the image
  header.writeUInt32LE(header.length, 18) // offset of the image
  return Buffer.concat([header, png])
}
