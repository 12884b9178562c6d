import type { Pen } from './pen.ts'
import { rootRadius, simplifiedTeeth, teeth, tipRadius } from './sprocket.ts'
import { d, path, polygon, rect, toRadians } from './strokes.ts'

/** Thickness of one sprocket in millimetres. */
export const thickness = 1.9

/** Distance between sprockets in millimetres, by their number. */
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

/** The overall width of the stack. */
export const stackWidth = (cogs: readonly number[]): number =>
  (cogs.length - 1) * spacingOf(cogs) + thickness

/** Draws sprockets from the front, large behind small, each slightly rotated. */
export function stackFront(cogs: readonly number[], isSimplified = cogs.length > 3): string {
  const outline = isSimplified ? simplifiedTeeth : teeth
  return [...cogs]
    .sort((a, b) => b - a)
    .map((z, i) => path('v', outline(z, { rotation: i * 0.19 - Math.PI / 2 })))
    .join('')
}

/** Draws sprockets from the side with spacers, the largest at x0. `spacer` is the spacer radius. */
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

/** Draws the range of teeth, and on the sheet the diameter of the largest sprocket. */
export function stackDimensions(cogs: readonly number[], pen: Pen, known: boolean): string {
  const [smallest, largest] = [Math.min(...cogs), Math.max(...cogs)]
  const R = tipRadius(largest)
  const range = cogs.length > 1 ? `${smallest}–${largest}T` : `${smallest}T`
  const teethLabel = pen.radialLeader(R, toRadians(-125), 16 * pen.u, known ? range : '')
  if (pen.level === 'card') return teethLabel
  const diameter = known ? `Ø${(2 * R).toFixed(1)}` : ''
  return teethLabel + pen.horizontalDimension(-R, R, 0, 0, R + pen.dimensionOffset, diameter)
}
