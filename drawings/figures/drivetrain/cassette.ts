import type { Family } from '../../figure.ts'
import { readTeeth } from '../../parameters.ts'
import { spline } from '../../shapes.ts'
import { rootRadius, tipRadius } from '../../sprocket.ts'
import { stackDimensions, stackFront, stackSide, stackWidth } from '../../sprocket-stack.ts'
import { circle, crosshair, path, polygon, stroke } from '../../strokes.ts'

/** A cassette from the front with all sprockets and the lockring, and from the side. */
export const cassette: Family = (parameters) => {
  const { list: cogs, known } = readTeeth(parameters, [11, 12, 14, 16, 18, 21, 24, 28])
  const [smallest, largest] = [Math.min(...cogs), Math.max(...cogs)]
  const R = tipRadius(largest)
  const [x0, width] = [R * 1.45, stackWidth(cogs)]
  const lock = Math.min(16.2, rootRadius(smallest) - 1.5)
  return {
    box: [-R, -R, R + x0 + width + 2.8, 2 * R],
    icon: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const lockring =
        circle('v', 0, 0, lock) +
        circle('t', 0, 0, lock * 0.82) +
        path('p', spline(12, lock * 0.72, lock * 0.63))
      if (level === 'icon') {
        const middle = [...cogs].sort((a, b) => a - b)[Math.floor(cogs.length / 2)] ?? largest
        return stackFront([...new Set([largest, middle, smallest])], true) + lockring
      }
      const views =
        stackFront(cogs) +
        lockring +
        crosshair(0, 0, R + 10 * u) +
        stackSide(cogs, x0, Math.min(15, lock)) +
        lockringSide(x0 + width, lock) +
        stroke('c', x0 - 8 * u, 0, x0 + width + 12 * u, 0)
      const sized = views + stackDimensions(cogs, pen, known)
      if (level === 'card') return sized
      return (
        sized +
        pen.leader(
          x0 + width,
          lock,
          x0 + width + 14 * u,
          R * 0.8,
          known ? `${cogs.length} SPROCKETS` : '',
        )
      )
    },
  }
}

const lockringSide = (x: number, r: number) =>
  polygon('v', [
    [x, -r],
    [x + 1.6, -r],
    [x + 2.8, 2 - r],
    [x + 2.8, r - 2],
    [x + 1.6, r],
    [x, r],
  ])
