import { d, type Point, path, polygon, stroke, times } from './strokes.ts'

/** A step of a turned body: the place along the axis and the radius from there on. */
export type Step = readonly [x: number, radius: number]

/** A body turned about the x axis, seen from the side: outline and shoulders. */
export function turned(steps: readonly Step[]): string {
  const top = steps.map(([x, r]): Point => [x, -r])
  const low = steps.map(([x, r]): Point => [x, r]).reverse()
  const shoulders = steps
    .slice(1, -1)
    .filter(([x], i) => x !== steps[i]?.[0] || x !== steps[i + 2]?.[0])
  const seen = [...new Map(shoulders.map(([x, r]) => [x, r]))]
  return polygon('v', [...top, ...low]) + seen.map(([x, r]) => stroke('t', x, -r, x, r)).join('')
}

/** The thin lines at the root of an outside thread, from x1 to x2 on the radius `root`. */
export const thread = (x1: number, x2: number, root: number): string =>
  path('t', d`M${[x1, -root]}L${[x2, -root]}M${[x1, root]}L${[x2, root]}`)

/** A knurled or ribbed zone: n thin lines along the axis, as they crowd towards the edge. */
export const ribs = (x1: number, x2: number, radius: number, n: number): string =>
  path(
    't',
    times(n, (i) => {
      const y = radius * Math.sin(((i + 1) / (n + 1) - 0.5) * Math.PI)
      return d`M${[x1, y]}L${[x2, y]}`
    }),
  )

/** A shaft from x1, where it ends square, to x2, where it is broken off with an S of that swing. */
export const brokenShaft = (x1: number, x2: number, radius: number, swing: number): string =>
  path(
    'v',
    d`M${[x2, -radius]}H${x1}V${radius}H${x2}C${[x2 - swing, radius / 3]} ${[x2 + swing, -radius / 3]} ${[x2, -radius]}Z`,
  )
