import type { Family } from '../../figure.ts'
import { count, teethOf } from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { thread } from '../../shafts.ts'
import { spline } from '../../shapes.ts'
import { rootRadius, tipRadius } from '../../sprocket.ts'
import { stackFront, stackSide, stackSizes, stackWidth } from '../../sprocket-stack.ts'
import {
  circle,
  crosshair,
  d,
  degrees,
  path,
  polar,
  rect,
  stroke,
  times,
  turn,
} from '../../strokes.ts'

/** Radius of the hub's thread, 1.37 × 24 TPI. */
const bore = 17.4

/** A threaded freewheel, or a fixed sprocket (no pawls) with its lockring: front and side. */
export const freewheel: Family = (parameters) => {
  const { list: cogs, known } = teethOf(parameters, [16])
  const pawls = count(parameters, 'pawls', 2, 0, 8)
  const fixed = pawls.known && pawls.value === 0
  const [smallest, largest] = [Math.min(...cogs), Math.max(...cogs)]
  const R = tipRadius(largest)
  const hole = Math.min(bore, rootRadius(smallest) - 4)
  const x0 = R * 1.5
  const width = fixed ? 7 : Math.max(stackWidth(cogs), 16)
  return {
    box: [-R, -R, R + x0 + width, 2 * R],
    icon: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const cogsShown = level === 'icon' ? [...new Set([largest, smallest])] : cogs
      const front =
        stackFront(cogsShown, level === 'icon' || cogs.length > 3) +
        (fixed ? threaded(hole) : body(hole, smallest, pawls.value, pen))
      if (level === 'icon') return front
      const side = fixed
        ? stackSide(cogs, x0, hole) + rect('v', x0 + 1.9, -hole - 3, 5.1, 2 * hole + 6)
        : rect('v', x0, -hole - 4, width, 2 * hole + 8, 1) +
          stackSide(cogs, x0 + (cogs.length > 1 ? 0 : 7), hole + 3)
      const views =
        front +
        side +
        hiddenThread(x0, width, hole) +
        crosshair(0, 0, R + 10 * u) +
        stroke('c', x0 - 8 * u, 0, x0 + width + 8 * u, 0)
      const sized = views + stackSizes(cogs, pen, known)
      if (level === 'card') return sized
      return (
        sized +
        pen.note(
          x0 + width,
          hole,
          x0 + width + 14 * u,
          R * 0.85,
          known && hole === bore ? '1.37 × 24 TPI' : '',
        ) +
        pen.lead(
          hole + 3.4,
          degrees(-50),
          R - hole + 24 * u,
          pawls.known && !fixed ? `${pawls.value} PAWLS` : '',
        )
      )
    },
  }
}

/** The body with the remover's notches, and on the sheet its pawls behind the cover. */
function body(hole: number, smallest: number, pawls: number, pen: Pen): string {
  const outer = Math.min(hole + 5, rootRadius(smallest) - 0.8)
  const hidden = times(pawls, (i) => {
    const a = (i * turn) / pawls - 0.9
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

/** A threaded bore: the root as three quarters of a thin circle. */
const threaded = (hole: number) =>
  circle('v', 0, 0, hole + 4) +
  circle('p', 0, 0, hole - 0.7) +
  path('t', d`M${[hole, 0]}A${hole} ${hole} 0 1 1 ${[0, -hole]}`)

const hiddenThread = (x: number, width: number, hole: number) =>
  thread(x, x + width, hole).replaceAll('class="t"', 'class="h"')
