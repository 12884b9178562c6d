import type { Family } from '../../figure.ts'
import { readCount, readTeeth } from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { thread } from '../../shafts.ts'
import { spline } from '../../shapes.ts'
import { rootRadius, tipRadius } from '../../sprocket.ts'
import { stackDimensions, stackFront, stackSide, stackWidth } from '../../sprocket-stack.ts'
import {
  circle,
  crosshair,
  d,
  path,
  polar,
  rect,
  repeat,
  stroke,
  TAU,
  toRadians,
} from '../../strokes.ts'

/** Radius of the hub thread, 1.37 × 24 TPI. */
const bore = 17.4

/** A threaded freewheel, or a fixed sprocket (no pawls) with its lockring: front and side. */
export const freewheel: Family = (parameters) => {
  const { list: cogs, known } = readTeeth(parameters, [16])
  const pawls = readCount(parameters, 'pawls', 2, 0, 8)
  const isFixed = pawls.known && pawls.value === 0
  const [smallest, largest] = [Math.min(...cogs), Math.max(...cogs)]
  const R = tipRadius(largest)
  const hole = Math.min(bore, rootRadius(smallest) - 4)
  const x0 = R * 1.5
  const width = isFixed ? 7 : Math.max(stackWidth(cogs), 16)
  return {
    box: [-R, -R, R + x0 + width, 2 * R],
    icon: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const cogsShown = level === 'icon' ? [...new Set([largest, smallest])] : cogs
      const front =
        stackFront(cogsShown, level === 'icon' || cogs.length > 3) +
        (isFixed ? threadedBore(hole) : body(hole, smallest, pawls.value, pen))
      if (level === 'icon') return front
      const side = isFixed
        ? stackSide(cogs, x0, hole) + rect('v', x0 + 1.9, -hole - 3, 5.1, 2 * hole + 6)
        : rect('v', x0, -hole - 4, width, 2 * hole + 8, 1) +
          stackSide(cogs, x0 + (cogs.length > 1 ? 0 : 7), hole + 3)
      const views =
        front +
        side +
        hiddenThread(x0, width, hole) +
        crosshair(0, 0, R + 10 * u) +
        stroke('c', x0 - 8 * u, 0, x0 + width + 8 * u, 0)
      const sized = views + stackDimensions(cogs, pen, known)
      if (level === 'card') return sized
      return (
        sized +
        pen.leader(
          x0 + width,
          hole,
          x0 + width + 14 * u,
          R * 0.85,
          known && hole === bore ? '1.37 × 24 TPI' : '',
        ) +
        pen.radialLeader(
          hole + 3.4,
          toRadians(-50),
          R - hole + 24 * u,
          pawls.known && !isFixed ? `${pawls.value} PAWLS` : '',
        )
      )
    },
  }
}

/** The body with notches for the remover; on the sheet also the hidden pawls. */
function body(hole: number, smallest: number, pawls: number, pen: Pen): string {
  const outer = Math.min(hole + 5, rootRadius(smallest) - 0.8)
  const hidden = repeat(pawls, (i) => {
    const a = (i * TAU) / pawls - 0.9
    return path(
      'h',
      d`M${polar(hole + 1, a)}L${polar(outer - 0.6, a + 0.34)}L${polar(outer - 2.4, a + 0.36)}L${polar(hole + 0.6, a + 0.1)}Z`,
    )
  })
  return (
    circle('v', 0, 0, outer) +
    circle('t', 0, 0, outer - 1.2) +
    (pen.level === 'sheet' ? hidden : '') +
    path('p', spline(pen.level === 'icon' ? 8 : 20, hole, hole - 1.6))
  )
}

/** A threaded bore. Its thread is three quarters of a thin circle. */
const threadedBore = (hole: number) =>
  circle('v', 0, 0, hole + 4) +
  circle('p', 0, 0, hole - 0.7) +
  path('t', d`M${[hole, 0]}A${hole} ${hole} 0 1 1 ${[0, -hole]}`)

const hiddenThread = (x: number, width: number, hole: number) =>
  thread(x, x + width, hole).replaceAll('class="t"', 'class="h"')
