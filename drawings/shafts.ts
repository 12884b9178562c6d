import { d, type Point, path, polygon, repeat, stroke } from './strokes.ts'

/** A step of a turned body: a position on the axis and the radius from there on. */
export type Step = readonly [x: number, radius: number]

/** A body turned on the x axis, from the side: outline and shoulders. */
export function turnedBody(steps: readonly Step[]): string {
  const top = steps.map(([x, r]): Point => [x, -r])
  const low = steps.map(([x, r]): Point => [x, r]).reverse()
  const shoulders = steps
    .slice(1, -1)
    .filter(([x], i) => x !== steps[i]?.[0] || x !== steps[i + 2]?.[0])
  const visibleShoulders = [...new Map(shoulders.map(([x, r]) => [x, r]))]
  return (
    polygon('v', [...top, ...low]) +
    visibleShoulders.map(([x, r]) => stroke('t', x, -r, x, r)).join('')
  )
}

/** The thin lines of an external thread from x1 to x2, at the radius `root`. */
export const thread = (x1: number, x2: number, root: number): string =>
  path('t', d`M${[x1, -root]}L${[x2, -root]}M${[x1, root]}L${[x2, root]}`)

/** A knurled or ribbed zone: n thin lines along the axis, denser towards the edges. */
export const ribs = (x1: number, x2: number, radius: number, n: number): string =>
  path(
    't',
    repeat(n, (i) => {
      const y = radius * Math.sin(((i + 1) / (n + 1) - 0.5) * Math.PI)
      return d`M${[x1, y]}L${[x2, y]}`
    }),
  )

/** A shaft with a square end at x1 and an S-shaped break of width `swing` at x2. */
export const brokenShaft = (x1: number, x2: number, radius: number, swing: number): string =>
  path(
    'v',
    d`M${[x2, -radius]}H${x1}V${radius}H${x2}C${[x2 - swing, radius / 3]} ${[x2 + swing, -radius / 3]} ${[x2, -radius]}Z`,
  )
