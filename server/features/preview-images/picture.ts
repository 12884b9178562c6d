import { markOutline } from '@freehub/drawings/house/mark'
import { lettered } from './letters.ts'

/** The size that services ask for which show a link with a picture. */
export const pictureSize = { width: 1200, height: 630 } as const

export function picture(ground: string, body: string): string {
  const { width, height } = pictureSize
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `${box(0, 0, width, height, `fill="${ground}"`)}${body}</svg>`
  )
}

export const box = (x: number, y: number, width: number, height: number, look: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${look}/>`

export const line = (data: string, colour: string, width = 1.5): string =>
  `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${width}"/>`

/** The mark, `size` across, about (x, y). */
export function mark(x: number, y: number, size: number, colour: string): string {
  const place = `translate(${x} ${y}) scale(${size / 32})`
  return `<path transform="${place}" fill="${colour}" fill-rule="evenodd" d="${markOutline()}"/>`
}

/** The mark and the name beside it: its left edge at x, its middle at y. */
export function brand(x: number, y: number, size: number, colours: [mark: string, name: string]) {
  const name = { size: size * 0.86, weight: '600', fill: colours[1] } as const
  return (
    mark(x + size / 2, y, size, colours[0]) +
    lettered('Freehub', x + size * 1.22, y + size * 0.3, name)
  )
}
