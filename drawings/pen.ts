import { type Box, d, type Point, path, polar } from './strokes.ts'

/** How much a drawing shows: a silhouette, one telling dimension, or several. */
export type Level = 'icon' | 'card' | 'sheet'

/**
 * Writes dimensions. Arrows, letters and gaps are multiples of `u`, the millimetres that one pixel
 * of the sheet stands for, so they stay alike from a ball to a wheel. An empty label draws
 * nothing: what is not known is not dimensioned.
 */
export interface Pen {
  readonly level: Level
  /** Millimetres in one pixel of the sheet. */
  readonly u: number
  /** How far dimension lines stand off the part, in millimetres. */
  readonly off: number
  /** A horizontal dimension between (x1, y1) and (x2, y2), drawn at the height y. */
  across(x1: number, x2: number, y1: number, y2: number, y: number, label: string): string
  /** A vertical dimension between (x1, y1) and (x2, y2), drawn at x; its figure reads from the right. */
  down(y1: number, y2: number, x1: number, x2: number, x: number, label: string): string
  /** A leader from outside to the circle of radius r about (cx, cy), at an angle, `out` long. */
  lead(r: number, angle: number, out: number, label: string, cx?: number, cy?: number): string
  /** A leader from its shelf at (x2, y2) to the point (x, y). */
  note(x: number, y: number, x2: number, y2: number, label: string): string
  /** The box of all that this pen has written, in millimetres; null before the first. */
  reach(): Box | null
}

const arrowLength = 9
const arrowHalf = 1.55
const gap = 3
const over = 4
const lift = 4.5

/** A pen for a scale; `letters` is the height of its figures in pixels. */
export function makePen(level: Level, u: number, letters: number): Pen {
  const size = letters * u
  const width = (label: string) => label.length * letters * 0.46 * u
  const [low, high]: [number[], number[]] = [[], []]

  const touch = (...points: Point[]) => {
    for (const [x, y] of points) {
      low[0] = Math.min(low[0] ?? x, x)
      low[1] = Math.min(low[1] ?? y, y)
      high[0] = Math.max(high[0] ?? x, x)
      high[1] = Math.max(high[1] ?? y, y)
    }
  }

  const dimensionLine = (...points: Point[]) => {
    touch(...points)
    return path('d', `M${points.map((point) => d`${point}`).join('L')}`)
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
    touch([left, y - size * 0.8], [left + width(label), y + size * 0.2])
    return lettered(x, y, size, label, anchor, '')
  }

  const upright = (x: number, y: number, label: string, anchor: 'start' | 'middle') => {
    const foot = anchor === 'start' ? y : y + width(label) / 2
    touch([x - size * 0.8, foot - width(label)], [x + size * 0.2, foot])
    return lettered(x, y, size, label, anchor, d` transform="rotate(-90 ${[x, y]})"`)
  }

  const pen: Pen = {
    level,
    u,
    off: (level === 'sheet' ? 34 : 30) * u,

    across(x1, x2, y1, y2, y, label) {
      if (!label) return ''
      const [left, right] = x1 < x2 ? [x1, x2] : [x2, x1]
      const [s1, s2] = [Math.sign(y - y1) || 1, Math.sign(y - y2) || 1]
      const extensions =
        dimensionLine([x1, y1 + s1 * gap * u], [x1, y + s1 * over * u]) +
        dimensionLine([x2, y2 + s2 * gap * u], [x2, y + s2 * over * u])
      if (right - left >= Math.max(40 * u, width(label) + 8 * u))
        return (
          extensions +
          dimensionLine([left, y], [right, y]) +
          arrow([left, y], Math.PI) +
          arrow([right, y], 0) +
          text((left + right) / 2, y - lift * u, label, 'middle')
        )
      return (
        extensions +
        dimensionLine([left - 15 * u, y], [right + 15 * u + width(label), y]) +
        arrow([left, y], 0) +
        arrow([right, y], Math.PI) +
        text(right + 14 * u, y - lift * u, label, 'start')
      )
    },

    down(y1, y2, x1, x2, x, label) {
      if (!label) return ''
      const [top, foot] = y1 < y2 ? [y1, y2] : [y2, y1]
      const [s1, s2] = [Math.sign(x - x1) || 1, Math.sign(x - x2) || 1]
      const extensions =
        dimensionLine([x1 + s1 * gap * u, y1], [x + s1 * over * u, y1]) +
        dimensionLine([x2 + s2 * gap * u, y2], [x + s2 * over * u, y2])
      if (foot - top >= Math.max(40 * u, width(label) + 8 * u))
        return (
          extensions +
          dimensionLine([x, top], [x, foot]) +
          arrow([x, top], -Math.PI / 2) +
          arrow([x, foot], Math.PI / 2) +
          upright(x - lift * u, (top + foot) / 2, label, 'middle')
        )
      return (
        extensions +
        dimensionLine([x, top - 15 * u - width(label)], [x, foot + 15 * u]) +
        arrow([x, top], Math.PI / 2) +
        arrow([x, foot], -Math.PI / 2) +
        upright(x - lift * u, top - 14 * u, label, 'start')
      )
    },

    lead(r, angle, out, label, cx = 0, cy = 0) {
      return pen.note(...polar(r, angle, cx, cy), ...polar(r + out, angle, cx, cy), label)
    },

    note(x, y, x2, y2, label) {
      if (!label) return ''
      const right = x2 >= x ? 1 : -1
      return (
        dimensionLine([x, y], [x2, y2], [x2 + right * (width(label) + 6 * u), y2]) +
        arrow([x, y], Math.atan2(y - y2, x - x2)) +
        text(x2 + right * 3 * u, y2 - lift * u, label, right > 0 ? 'start' : 'end')
      )
    },

    reach() {
      const [x, y, right, foot] = [low[0], low[1], high[0], high[1]]
      if (x === undefined || y === undefined || right === undefined || foot === undefined)
        return null
      return [x, y, right - x, foot - y]
    },
  }
  return pen
}

function lettered(
  x: number,
  y: number,
  size: number,
  label: string,
  anchor: string,
  attributes: string,
): string {
  const words = escaped(label).replaceAll('Ø', '<tspan class="o">Ø</tspan>')
  return d`<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}"${attributes}>${words}</text>`
}

/** Text made safe for XML; characters that XML forbids are dropped. */
export const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
