/** A place on the sheet: millimetres, x to the right, y downwards. */
export type Point = readonly [x: number, y: number]

/** x, y, width, height in millimetres. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/**
 * Kinds of line: v visible body, p hole or opening, t thin, h hidden, c centre, g phantom
 * (a neighbour), d dimension, x cut face, k filled, s slim visible body. Bodies are filled with the ground they lie on, so
 * later shapes cover earlier ones: order is depth.
 */
export type Line = 'v' | 'p' | 't' | 'h' | 'c' | 'g' | 'd' | 'x' | 'k' | 's'

export const turn = Math.PI * 2

/** Degrees as radians. */
export const degrees = (angle: number): number => (angle * Math.PI) / 180

/** The point at a radius and an angle (radians, clockwise from the right) about a centre. */
export const polar = (radius: number, angle: number, cx = 0, cy = 0): Point => [
  cx + radius * Math.cos(angle),
  cy + radius * Math.sin(angle),
]

/** A number for an SVG attribute: at most two decimals and no empty zeros. */
export function short(value: number): string {
  const text = (Math.round(value * 100) / 100).toString()
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.')
}

/** Path data from a template: numbers and points are shortened, other text stands as it is. */
export function d(parts: TemplateStringsArray, ...values: (number | Point | string)[]): string {
  return parts.reduce((text, part, i) => {
    const value = values[i - 1]
    if (typeof value === 'number') return text + short(value) + part
    if (typeof value === 'string') return text + value + part
    return text + (value ? `${short(value[0])} ${short(value[1])}` : '') + part
  })
}

export const path = (line: Line, data: string): string => `<path class="${line}" d="${data}"/>`

/** A body with holes in it: what lies within an odd number of outlines is filled. */
export const pierced = (line: Line, data: string): string =>
  `<path class="${line}" fill-rule="evenodd" d="${data}"/>`

export const circle = (line: Line, x: number, y: number, radius: number): string =>
  `<circle class="${line}" cx="${short(x)}" cy="${short(y)}" r="${short(Math.max(0, radius))}"/>`

export const stroke = (line: Line, x1: number, y1: number, x2: number, y2: number): string =>
  path(line, d`M${[x1, y1]}L${[x2, y2]}`)

/** A rectangle with its corner at (x, y); `radius` rounds the corners. */
export const rect = (line: Line, x: number, y: number, w: number, h: number, radius = 0): string =>
  `<rect class="${line}" x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"${
    radius ? ` rx="${short(radius)}"` : ''
  }/>`

export const closed = (points: readonly Point[]): string =>
  `M${points.map((point) => d`${point}`).join('L')}Z`

export const polygon = (line: Line, points: readonly Point[]): string => path(line, closed(points))

export const open = (line: Line, points: readonly Point[]): string =>
  path(line, `M${points.map((point) => d`${point}`).join('L')}`)

/** Path data of a full circle, for bodies that are pierced. */
export const disc = (r: number, cx = 0, cy = 0): string =>
  d`M${[cx - r, cy]}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** Centre lines that cross at a point and run `reach` to each side. */
export const crosshair = (x: number, y: number, reach: number): string =>
  path('c', d`M${[x - reach, y]}L${[x + reach, y]}M${[x, y - reach]}L${[x, y + reach]}`)

/** The shapes moved, and after that turned by an angle in degrees about the new origin. */
export const placed = (shapes: string, x: number, y: number, angle = 0): string =>
  `<g transform="translate(${short(x)} ${short(y)})${angle ? ` rotate(${short(angle)})` : ''}">${shapes}</g>`

/** The shapes seen in a mirror along the x axis. */
export const flipped = (shapes: string): string => `<g transform="scale(1 -1)">${shapes}</g>`

/** n values of what `shape` answers, joined. */
export const times = (n: number, shape: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => shape(i)).join('')
