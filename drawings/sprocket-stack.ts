import type { Pen } from './pen.ts'
import { plainTeeth, rootRadius, teeth, tipRadius } from './sprocket.ts'
import { d, degrees, path, polygon, rect } from './strokes.ts'

/** Width of one sprocket of a stack. */
export const thickness = 1.9

/** Millimetres from one sprocket to the next, by how many there are. */
const spacings: Readonly<Record<number, number>> = {
  5: 5.5,
  6: 5.5,
  7: 5,
  8: 4.8,
  9: 4.34,
  10: 3.95,
  11: 3.74,
  12: 3.45,
  13: 3.2,
}

export const spacingOf = (cogs: readonly number[]): number => spacings[cogs.length] ?? 4

/** Width over all sprockets. */
export const stackWidth = (cogs: readonly number[]): number =>
  (cogs.length - 1) * spacingOf(cogs) + thickness

/** Sprockets from the front, large behind small, each turned a little against the last. */
export function stackFront(cogs: readonly number[], plain = cogs.length > 3): string {
  const outline = plain ? plainTeeth : teeth
  return [...cogs]
    .sort((a, b) => b - a)
    .map((z, i) => path('v', outline(z, { turned: i * 0.19 - Math.PI / 2 })))
    .join('')
}

/** Sprockets from the side, the largest at x0, with spacers of the given radius between them. */
export function stackSide(cogs: readonly number[], x0: number, spacer: number): string {
  const spacing = spacingOf(cogs)
  return [...cogs]
    .sort((a, b) => b - a)
    .map((z, i) => {
      const x = x0 + i * spacing
      const [tip, root] = [tipRadius(z), rootRadius(z)]
      const between = rect('t', x + thickness, -spacer, spacing - thickness, 2 * spacer)
      return (
        (i < cogs.length - 1 ? between : '') +
        polygon('v', [
          [x, -root],
          [x + 0.6, -tip],
          [x + 1.3, -tip],
          [x + thickness, -root],
          [x + thickness, root],
          [x + 1.3, tip],
          [x + 0.6, tip],
          [x, root],
        ]) +
        path('t', d`M${[x, -root]}h${thickness}m0 ${2 * root}h${-thickness}`)
      )
    })
    .join('')
}

/** What a dealer asks of a stack: its teeth, and on the sheet the diameter over the largest. */
export function stackSizes(cogs: readonly number[], pen: Pen, known: boolean): string {
  const [smallest, largest] = [Math.min(...cogs), Math.max(...cogs)]
  const R = tipRadius(largest)
  const range = cogs.length > 1 ? `${smallest}–${largest}T` : `${smallest}T`
  const teethLabel = pen.lead(R, degrees(-125), 16 * pen.u, known ? range : '')
  if (pen.level === 'card') return teethLabel
  const diameter = known ? `Ø${(2 * R).toFixed(1)}` : ''
  return teethLabel + pen.across(-R, R, 0, 0, R + pen.off, diameter)
}
