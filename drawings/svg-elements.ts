import type { Point } from './geometry.ts'

/**
 * Line classes, which are CSS classes in the SVG: v visible body, p hole or opening, t thin, h hidden, c centre,
 * g phantom (an adjacent part), d dimension, x cut face, k filled, s slim visible body. Bodies are filled with the
 * background colour, so later shapes cover earlier ones. Other classes: w outer stroke of a tube, i inner stroke on
 * top of w, o text in the second font, n hidden on small screens.
 */
export type LineClass = 'v' | 'p' | 't' | 'h' | 'c' | 'g' | 'd' | 'x' | 'k' | 's'

/** Formats a number for SVG with at most two decimals and no leading zero. */
export function formatCoordinate(value: number): string {
  const text = (Math.round(value * 100) / 100).toString()
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.')
}

/**
 * Template tag for path data. Formats numbers and points; text stays unchanged. Functions that return path data have
 * names that end in `Data`.
 */
export function d(parts: TemplateStringsArray, ...values: (number | Point | string)[]): string {
  return parts.reduce((text, part, i) => {
    const value = values[i - 1]
    if (typeof value === 'number') return text + formatCoordinate(value) + part
    if (typeof value === 'string') return text + value + part
    return (
      text + (value ? `${formatCoordinate(value[0])} ${formatCoordinate(value[1])}` : '') + part
    )
  })
}

export const path = (lineClass: LineClass, data: string): string =>
  `<path class="${lineClass}" d="${data}"/>`

/** A path with holes, by the even-odd rule. */
export const pathWithHoles = (lineClass: LineClass, data: string): string =>
  `<path class="${lineClass}" fill-rule="evenodd" d="${data}"/>`

export const circle = (lineClass: LineClass, x: number, y: number, radius: number): string =>
  `<circle class="${lineClass}" cx="${formatCoordinate(x)}" cy="${formatCoordinate(y)}" r="${formatCoordinate(Math.max(0, radius))}"/>`

export const line = (
  lineClass: LineClass,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): string => path(lineClass, d`M${[x1, y1]}L${[x2, y2]}`)

/** A rectangle with its top left corner at (x, y). `radius` rounds the corners. */
export const rect = (
  lineClass: LineClass,
  x: number,
  y: number,
  w: number,
  h: number,
  radius = 0,
): string =>
  `<rect class="${lineClass}" x="${formatCoordinate(x)}" y="${formatCoordinate(y)}" width="${formatCoordinate(w)}" height="${formatCoordinate(h)}"${
    radius ? ` rx="${formatCoordinate(radius)}"` : ''
  }/>`

const closedPathData = (points: readonly Point[]): string =>
  `M${points.map((point) => d`${point}`).join('L')}Z`

export const polygon = (lineClass: LineClass, points: readonly Point[]): string =>
  path(lineClass, closedPathData(points))

export const polyline = (lineClass: LineClass, points: readonly Point[]): string =>
  path(lineClass, `M${points.map((point) => d`${point}`).join('L')}`)

/** Path data of a circle, for `pathWithHoles`. */
export const circleData = (r: number, cx = 0): string =>
  d`M${[cx - r, 0]}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** Centre lines that cross at a point. `reach` is their length to each side. */
export const crosshair = (x: number, y: number, reach: number): string =>
  path('c', d`M${[x - reach, y]}L${[x + reach, y]}M${[x, y - reach]}L${[x, y + reach]}`)

/** Translates shapes, then rotates them around the new origin by an angle in degrees. */
export const transform = (shapes: string, x: number, y: number, angle = 0): string =>
  `<g transform="translate(${formatCoordinate(x)} ${formatCoordinate(y)})${angle ? ` rotate(${formatCoordinate(angle)})` : ''}">${shapes}</g>`

/** Joins the shapes of both sides: `k` is −1 and 1. */
export const bothSides = (shape: (k: number) => string): string => shape(-1) + shape(1)

/** Joins the results of n calls of `shape`. */
export const repeat = (n: number, shape: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => shape(i)).join('')
