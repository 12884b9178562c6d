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

/** The S where a long body is broken off; `swing` is how far it leans out. */
export const broken = (x: number, radius: number, swing: number): string =>
  path(
    't',
    d`M${[x, -radius]}C${[x + swing, -radius / 2]} ${[x - swing, radius / 2]} ${[x, radius]}`,
  )
