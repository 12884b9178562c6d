import { logoOutlineData } from '@freehub/drawings/brand/logo'
import { renderText } from './text-layout.ts'

/** Colours of the light theme, used in preview images and icons. */
export const colors = {
  sheet: '#f3f6f8',
  plate: '#fcfdfe',
  ink: '#111826',
  secondary: '#464d5b',
  rule: '#cbd2d9',
  edge: '#78818e',
  blue: '#0337dc',
  white: '#fff',
  scribe: '#c9ddff',
} as const

/** The size in pixels that services recommend for link previews. */
export const previewImageSize = { width: 1200, height: 630 } as const

export function renderPreviewImage(background: string, body: string): string {
  const { width, height } = previewImageSize
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `${renderBox(0, 0, width, height, `fill="${background}"`)}${body}</svg>`
  )
}

/** Renders an SVG rectangle with further attributes, such as `fill="none"`. */
export const renderBox = (
  x: number,
  y: number,
  width: number,
  height: number,
  attributes: string,
): string => `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`

/** Renders SVG path data as a line. */
export const renderLine = (data: string, color: string, width = 1.5): string =>
  `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}"/>`

/** Draws the mark with a width of `size`, centred at (x, y). */
export function renderMark(x: number, y: number, size: number, color: string): string {
  const transform = `translate(${x} ${y}) scale(${size / 32})`
  return `<path transform="${transform}" fill="${color}" fill-rule="evenodd" d="${logoOutlineData()}"/>`
}

/** Draws the mark and the shop name beside it, with the left edge at x and the middle at y. */
export function renderBrand(
  x: number,
  y: number,
  size: number,
  colors: [mark: string, name: string],
) {
  const name = { size: size * 0.86, weight: '600', fill: colors[1] } as const
  return (
    renderMark(x + size / 2, y, size, colors[0]) +
    renderText('Freehub', x + size * 1.22, y + size * 0.3, name)
  )
}
