import type { FigureBuilder } from '../../dimension-pen.ts'
import { type Point, points, polar, TAU, toRadians } from '../../geometry.ts'
import { laceWheel, type Spoke } from '../../lacing.ts'
import { formatNumber, labelOf, readCount, readSize } from '../../parameters.ts'
import { circle, crosshair, line, polygon, rect, repeat } from '../../svg-elements.ts'

/** A wheel from the front with laced spokes, and the tyre in phantom lines. */
export const wheel: FigureBuilder = (parameters) => {
  const bead = readSize(parameters, 'bead_seat_mm', 622, 200, 700)
  const spokes = readCount(parameters, 'spokes', 32, 8, 72)
  const crosses = readCount(parameters, 'crosses', 3, 0, 9)
  const flanges = {
    left: readSize(parameters, 'flange_pcd_left_mm', 45, 20, 140).value / 2,
    right: readSize(parameters, 'flange_pcd_right_mm', 45, 20, 140).value / 2,
  }
  const flange = Math.max(flanges.left, flanges.right)
  const r = bead.value / 2
  const erd = readSize(parameters, 'erd_mm', 2 * r - 30, r, 2 * r - 6)
  // With a known ERD (effective rim diameter), the wheel is drawn to scale. It then has no tyre, because the tyre's
  // width is unknown.
  const [R, inner] = [r + (erd.isKnown ? 12 : 32), erd.value / 2]
  return {
    box: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const rim = circle('v', 0, 0, r + 5) + circle('t', 0, 0, r) + circle('p', 0, 0, inner)
      if (level === 'icon') {
        const sixteen = laceWheel(16, 2, { left: 40, right: 40 }, inner).map((s) =>
          line('v', ...s.hole, ...s.nipple),
        )
        return (
          circle('v', 0, 0, R) +
          rim +
          sixteen.join('') +
          circle('v', 0, 0, 46) +
          circle('v', 0, 0, 16)
        )
      }
      const lacedSpokes = laceWheel(spokes.value, crosses.value, flanges, inner)
      const views =
        (erd.isKnown ? '' : circle('g', 0, 0, R)) +
        rim +
        lacedSpokes
          .map((s) =>
            level === 'sheet' ? strip('s', s.hole, s.nipple, 1) : line('t', ...s.hole, ...s.nipple),
          )
          .join('') +
        lacedSpokes.map(nipple).join('') +
        circle('v', 0, 0, flanges.right + 5) +
        (level === 'sheet'
          ? repeat(spokes.value / 2, (j) =>
              circle('t', ...polar(flanges.right, (2 * j * TAU) / spokes.value), 1.4),
            ) + (flanges.left === flanges.right ? '' : circle('t', 0, 0, flanges.left + 5))
          : '') +
        circle('v', 0, 0, 14) +
        circle('p', 0, 0, 6) +
        valve(inner, spokes.value) +
        crosshair(0, 0, R + 10 * u) +
        pen.horizontalDimension(-r, r, 0, 0, R + pen.offset - 5 * u, `Ø${formatNumber(bead.value)}`)
      if (level === 'card') return views
      return (
        views +
        (erd.isKnown
          ? pen.radialLeader(inner, toRadians(-38), 40 * u, labelOf(erd, 'ERD '))
          : pen.radialLeader(
              R,
              toRadians(-38),
              24 * u,
              labelOf({ value: 2 * R, isKnown: true }, 'Ø', ' TYRE'),
            )) +
        pen.radialLeader(
          flange + 5,
          toRadians(-148),
          R - 10 * u,
          `${spokes.value} SPOKES, ${crosses.value}-CROSS`,
        )
      )
    },
  }
}

/** A nipple: the 13 mm of the spoke at the rim. */
const nipple = ({ hole, nipple: at }: Spoke): string => {
  const length = Math.hypot(at[0] - hole[0], at[1] - hole[1])
  const k = 13 / length
  return strip('v', at, [at[0] + (hole[0] - at[0]) * k, at[1] + (hole[1] - at[1]) * k], 2.2)
}

/** A narrow strip between two points. */
function strip(lineClass: 'v' | 's', a: Point, b: Point, halfWidth: number): string {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0])
  const [mx, my] = [-Math.sin(angle) * halfWidth, Math.cos(angle) * halfWidth]
  return polygon(
    lineClass,
    points`
      ${a[0] + mx},${a[1] + my} ${b[0] + mx},${b[1] + my} ${b[0] - mx},${b[1] - my}
      ${a[0] - mx},${a[1] - my}
    `,
  )
}

function valve(rimRadius: number, spokeCount: number): string {
  const [x, y] = polar(rimRadius, Math.PI / 2 + Math.PI / spokeCount)
  return rect('v', x - 3, y - 38, 6, 38, 1)
}
