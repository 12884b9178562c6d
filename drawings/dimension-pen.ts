import { type Box, type Point, polar } from './geometry.ts'
import { labelOf, type Parameters, type Size } from './parameters.ts'
import { d, path, polyline } from './svg-elements.ts'

/** The level of detail: a silhouette (`icon`), the main dimension (`card`), or several dimensions (`sheet`). */
export type DetailLevel = 'icon' | 'card' | 'sheet'

/** The text of a dimension, or a size. Empty texts and unknown sizes draw nothing. */
type Label = string | Size

export type Pen = ReturnType<typeof createPen>

// Sizes in pixels.
const arrowLength = 9
const arrowHalf = 1.55
const gap = 3
const overshoot = 4
const textOffset = 4.5

/**
 * Creates a pen that draws dimensions. Arrows, text and gaps are multiples of `u`, the millimetres per pixel.
 * `fontSize` is in pixels.
 */
export function createPen(level: DetailLevel, u: number, fontSize: number) {
  const size = fontSize * u
  const width = (label: string) => label.length * fontSize * 0.46 * u
  const hasSpaceFor = (label: string, length: number) =>
    length >= Math.max(40 * u, width(label) + 8 * u)
  const [min, max]: [number[], number[]] = [[], []]

  const extendBounds = (...points: Point[]) => {
    for (const [x, y] of points) {
      min[0] = Math.min(min[0] ?? x, x)
      min[1] = Math.min(min[1] ?? y, y)
      max[0] = Math.max(max[0] ?? x, x)
      max[1] = Math.max(max[1] ?? y, y)
    }
  }

  const dimensionLine = (...points: Point[]) => {
    extendBounds(...points)
    return polyline('d', points)
  }

  const arrow = ([x, y]: Point, angle: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const [a, w] = [arrowLength * u, arrowHalf * u]
    return path(
      'k',
      d`M${[x, y]}L${[x - a * c + w * s, y - a * s - w * c]}L${[x - a * c - w * s, y - a * s + w * c]}Z`,
    )
  }

  const text = (x: number, y: number, label: string, anchor: 'start' | 'middle' | 'end') => {
    const left = { start: x, middle: x - width(label) / 2, end: x - width(label) }[anchor]
    extendBounds([left, y - size * 0.8], [left + width(label), y + size * 0.2])
    return renderText(x, y, size, label, anchor, '')
  }

  const verticalText = (x: number, y: number, label: string, anchor: 'start' | 'middle') => {
    const foot = anchor === 'start' ? y : y + width(label) / 2
    extendBounds([x - size * 0.8, foot - width(label)], [x + size * 0.2, foot])
    return renderText(x, y, size, label, anchor, d` transform="rotate(-90 ${[x, y]})"`)
  }

  /** A horizontal dimension between (x1, y1) and (x2, y2), drawn at y. */
  const horizontalDimension = (
    x1: number,
    x2: number,
    y1: number,
    y2: number,
    y: number,
    label: Label,
  ) => {
    const content = textOf(label)
    if (!content) return ''
    const [left, right] = x1 < x2 ? [x1, x2] : [x2, x1]
    const [s1, s2] = [Math.sign(y - y1) || 1, Math.sign(y - y2) || 1]
    const extensions =
      dimensionLine([x1, y1 + s1 * gap * u], [x1, y + s1 * overshoot * u]) +
      dimensionLine([x2, y2 + s2 * gap * u], [x2, y + s2 * overshoot * u])
    if (hasSpaceFor(content, right - left))
      return (
        extensions +
        dimensionLine([left, y], [right, y]) +
        arrow([left, y], Math.PI) +
        arrow([right, y], 0) +
        text((left + right) / 2, y - textOffset * u, content, 'middle')
      )
    return (
      extensions +
      dimensionLine([left - 15 * u, y], [right + 15 * u + width(content), y]) +
      arrow([left, y], 0) +
      arrow([right, y], Math.PI) +
      text(right + 14 * u, y - textOffset * u, content, 'start')
    )
  }

  /** A vertical dimension between (x1, y1) and (x2, y2), drawn at x. Its text reads from the right. */
  const verticalDimension = (
    y1: number,
    y2: number,
    x1: number,
    x2: number,
    x: number,
    label: Label,
  ) => {
    const content = textOf(label)
    if (!content) return ''
    const [top, foot] = y1 < y2 ? [y1, y2] : [y2, y1]
    const [s1, s2] = [Math.sign(x - x1) || 1, Math.sign(x - x2) || 1]
    const extensions =
      dimensionLine([x1 + s1 * gap * u, y1], [x + s1 * overshoot * u, y1]) +
      dimensionLine([x2 + s2 * gap * u, y2], [x + s2 * overshoot * u, y2])
    if (hasSpaceFor(content, foot - top))
      return (
        extensions +
        dimensionLine([x, top], [x, foot]) +
        arrow([x, top], -Math.PI / 2) +
        arrow([x, foot], Math.PI / 2) +
        verticalText(x - textOffset * u, (top + foot) / 2, content, 'middle')
      )
    return (
      extensions +
      dimensionLine([x, top - 15 * u - width(content)], [x, foot + 15 * u]) +
      arrow([x, top], Math.PI / 2) +
      arrow([x, foot], -Math.PI / 2) +
      verticalText(x - textOffset * u, top - 14 * u, content, 'start')
    )
  }

  /** A leader line from its text at (x2, y2) to the point (x, y). */
  const leader = (x: number, y: number, x2: number, y2: number, label: Label) => {
    const content = textOf(label)
    if (!content) return ''
    const direction = x2 >= x ? 1 : -1
    return (
      dimensionLine([x, y], [x2, y2], [x2 + direction * (width(content) + 6 * u), y2]) +
      arrow([x, y], Math.atan2(y - y2, x - x2)) +
      text(x2 + direction * 3 * u, y2 - textOffset * u, content, direction > 0 ? 'start' : 'end')
    )
  }

  return {
    level,
    /** Millimetres per pixel. */
    u,
    /** Distance of dimension lines from the part, in millimetres. */
    offset: (level === 'sheet' ? 34 : 30) * u,
    horizontalDimension,
    verticalDimension,
    leader,
    /** A leader line of length `out` to the circle of radius r around (cx, cy). The angle is in radians. */
    radialLeader: (r: number, angle: number, out: number, label: Label, cx = 0, cy = 0) =>
      leader(...polar(r, angle, cx, cy), ...polar(r + out, angle, cx, cy), label),
    /** Returns the bounding box of all dimensions drawn so far, in millimetres; null if there are none. */
    bounds(): Box | null {
      const [x, y, right, foot] = [min[0], min[1], max[0], max[1]]
      if (x === undefined || y === undefined || right === undefined || foot === undefined)
        return null
      return [x, y, right - x, foot - y]
    },
  }
}

const textOf = (label: Label) => (typeof label === 'string' ? label : labelOf(label))

function renderText(
  x: number,
  y: number,
  size: number,
  label: string,
  anchor: string,
  attributes: string,
): string {
  const content = escapeXml(label).replaceAll('Ø', '<tspan class="o">Ø</tspan>')
  return d`<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}"${attributes}>${content}</text>`
}

/** Escapes text for XML and drops characters that XML forbids. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A part to draw: the bounding box of its views, and its shapes. */
export interface Figure {
  readonly box: Box
  /** The box of the icon, if it differs from the box of the card. */
  readonly icon?: Box
  /** The box of the sheet, if it has more views than the card. */
  readonly sheet?: Box
  /** Returns SVG shapes in millimetres. The pen has the level and draws the dimensions. */
  draw(pen: Pen): string
}

/**
 * Builds the figure of a part from its catalog parameters. Figures are in millimetres. `R` and `r` are the outer and
 * inner radius, and `k`, `s` or `side` is −1 or 1 for one of two sides.
 */
export type FigureBuilder = (parameters: Parameters) => Figure
