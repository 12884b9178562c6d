import type { FigureBuilder, Pen } from '../../dimension-pen.ts'
import { points, polar, TAU, toRadians } from '../../geometry.ts'
import { readCount, readTeeth } from '../../parameters.ts'
import { splinedShaftData, thread } from '../../shapes.ts'
import { rootRadius, simplifiedTeethData, teethData, tipRadius } from '../../sprocket.ts'
import { circle, crosshair, d, line, path, polygon, rect, repeat } from '../../svg-elements.ts'

/** A cassette from the front with all sprockets and the lockring, and from the side. */
export const cassette: FigureBuilder = (parameters) => {
  const { list: cogs, isKnown } = readTeeth(parameters, [11, 12, 14, 16, 18, 21, 24, 28])
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
        path('p', splinedShaftData(12, lock * 0.72, lock * 0.63))
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
        line('c', x0 - 8 * u, 0, x0 + width + 12 * u, 0)
      const withDimensions = views + stackDimensions(cogs, pen, isKnown)
      if (level === 'card') return withDimensions
      return (
        withDimensions +
        pen.leader(
          x0 + width,
          lock,
          x0 + width + 14 * u,
          R * 0.8,
          isKnown ? `${cogs.length} SPROCKETS` : '',
        )
      )
    },
  }
}

const lockringSide = (x: number, r: number) =>
  polygon(
    'v',
    points`
      ${x},${-r} ${x + 1.6},${-r} ${x + 2.8},${2 - r} ${x + 2.8},${r - 2} ${x + 1.6},${r}
      ${x},${r}
    `,
  )

/** Radius of the hub thread, 1.37 × 24 TPI. */
const hubThreadRadius = 17.4

/** A threaded freewheel, or a fixed sprocket (no pawls) with its lockring: front and side. */
export const freewheel: FigureBuilder = (parameters) => {
  const { list: cogs, isKnown } = readTeeth(parameters, [16])
  const pawls = readCount(parameters, 'pawls', 2, 0, 8)
  const isFixed = pawls.isKnown && pawls.value === 0
  const [smallest, largest] = [Math.min(...cogs), Math.max(...cogs)]
  const R = tipRadius(largest)
  const hole = Math.min(hubThreadRadius, rootRadius(smallest) - 4)
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
        line('c', x0 - 8 * u, 0, x0 + width + 8 * u, 0)
      const withDimensions = views + stackDimensions(cogs, pen, isKnown)
      if (level === 'card') return withDimensions
      return (
        withDimensions +
        pen.leader(
          x0 + width,
          hole,
          x0 + width + 14 * u,
          R * 0.85,
          isKnown && hole === hubThreadRadius ? '1.37 × 24 TPI' : '',
        ) +
        pen.radialLeader(
          hole + 3.4,
          toRadians(-50),
          R - hole + 24 * u,
          pawls.isKnown && !isFixed ? `${pawls.value} PAWLS` : '',
        )
      )
    },
  }
}

/** The body with notches for the remover; on the sheet also the hidden pawls. */
function body(boreRadius: number, smallestTeeth: number, pawlCount: number, pen: Pen): string {
  const outer = Math.min(boreRadius + 5, rootRadius(smallestTeeth) - 0.8)
  const hidden = repeat(pawlCount, (i) => {
    const a = (i * TAU) / pawlCount - 0.9
    return path(
      'h',
      d`M${polar(boreRadius + 1, a)}L${polar(outer - 0.6, a + 0.34)}L${polar(outer - 2.4, a + 0.36)}L${polar(boreRadius + 0.6, a + 0.1)}Z`,
    )
  })
  return (
    circle('v', 0, 0, outer) +
    circle('t', 0, 0, outer - 1.2) +
    (pen.level === 'sheet' ? hidden : '') +
    path('p', splinedShaftData(pen.level === 'icon' ? 8 : 20, boreRadius, boreRadius - 1.6))
  )
}

/** A threaded bore. Its thread is three quarters of a thin circle. */
const threadedBore = (boreRadius: number) =>
  circle('v', 0, 0, boreRadius + 4) +
  circle('p', 0, 0, boreRadius - 0.7) +
  path('t', d`M${[boreRadius, 0]}A${boreRadius} ${boreRadius} 0 1 1 ${[0, -boreRadius]}`)

const hiddenThread = (x: number, width: number, radius: number) =>
  thread(x, x + width, radius).replaceAll('class="t"', 'class="h"')

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

const spacingOf = (cogs: readonly number[]): number => spacings[cogs.length] ?? 4

const stackWidth = (cogs: readonly number[]): number =>
  (cogs.length - 1) * spacingOf(cogs) + thickness

/** Draws sprockets from the front, large behind small, each slightly rotated. */
function stackFront(cogs: readonly number[], isSimplified = cogs.length > 3): string {
  const toothData = isSimplified ? simplifiedTeethData : teethData
  return [...cogs]
    .sort((a, b) => b - a)
    .map((z, i) => path('v', toothData(z, { rotation: i * 0.19 - Math.PI / 2 })))
    .join('')
}

/** Draws sprockets from the side with spacers, the largest at x0. */
function stackSide(cogs: readonly number[], x0: number, spacerRadius: number): string {
  const spacing = spacingOf(cogs)
  return [...cogs]
    .sort((a, b) => b - a)
    .map((z, i) => {
      const x = x0 + i * spacing
      const [tip, root] = [tipRadius(z), rootRadius(z)]
      const between = rect('t', x + thickness, -spacerRadius, spacing - thickness, 2 * spacerRadius)
      return (
        (i < cogs.length - 1 ? between : '') +
        polygon(
          'v',
          points`
            ${x},${-root} ${x + 0.6},${-tip} ${x + 1.3},${-tip} ${x + thickness},${-root}
            ${x + thickness},${root} ${x + 1.3},${tip} ${x + 0.6},${tip} ${x},${root}
          `,
        ) +
        path('t', d`M${[x, -root]}h${thickness}m0 ${2 * root}h${-thickness}`)
      )
    })
    .join('')
}

/** Draws the range of teeth, and on the sheet the diameter of the largest sprocket. */
function stackDimensions(cogs: readonly number[], pen: Pen, isKnown: boolean): string {
  const [smallest, largest] = [Math.min(...cogs), Math.max(...cogs)]
  const R = tipRadius(largest)
  const range = cogs.length > 1 ? `${smallest}–${largest}T` : `${smallest}T`
  const teethLabel = pen.radialLeader(R, toRadians(-125), 16 * pen.u, isKnown ? range : '')
  if (pen.level === 'card') return teethLabel
  const diameter = isKnown ? `Ø${(2 * R).toFixed(1)}` : ''
  return teethLabel + pen.horizontalDimension(-R, R, 0, 0, R + pen.offset, diameter)
}
