import type { Family } from '../../figure.ts'
import { dimensionLabel, hasNumber, readCount, readSize } from '../../parameters.ts'
import { arm, spline } from '../../shapes.ts'
import { circle, crosshair, d, path, polar, repeat, TAU, toRadians } from '../../strokes.ts'

/** Angle between the inner and outer end of an arm, in radians. */
const sweep = 0.62

/** Number of hole rows around the track. */
const rows = 18

/** A disc rotor from the front: perforated track, swept arms, and bolts or a centre lock. */
export const rotor: Family = (parameters) => {
  const diameter = readSize(parameters, 'rotor_diameter_mm', 160, 120, 260)
  const thickness = readSize(parameters, 'thickness_mm', 1.8, 1, 4)
  const isBolted = hasNumber(parameters, 'bolts') || !hasNumber(parameters, 'rotor_diameter_mm')
  const bolts = readCount(parameters, 'bolts', 6, 3, 8)
  const circleOfBolts = readSize(parameters, 'bolt_circle_mm', 44, 36, 60)
  const R = diameter.value / 2
  const track = R - 15.5
  const hub = circleOfBolts.value / 2
  return {
    box: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const body = circle('v', 0, 0, R) + windows(bolts.value, hub + 6.5, track - 3)
      const middle = isBolted
        ? sixBolt(bolts.value, hub, level === 'icon' ? 2.2 : 2.6)
        : centreLock(hub)
      if (level === 'icon') {
        const holes = repeat(9, (i) => circle('p', ...polar(track + 7, (i * TAU) / 9), 3))
        return body + holes + middle
      }
      const views =
        body +
        perforation(track) +
        middle +
        (isBolted ? circle('c', 0, 0, hub) : '') +
        crosshair(0, 0, R + 10 * u) +
        pen.horizontalDimension(-R, R, 0, 0, R + pen.dimensionOffset, dimensionLabel(diameter, 'Ø'))
      if (level === 'card') return views
      return (
        views +
        circle('t', 0, 0, track) +
        pen.radialLeader(
          isBolted ? hub : 17,
          toRadians(isBolted ? -36 : -36),
          R - hub + 44 * u,
          isBolted ? dimensionLabel(circleOfBolts, `${bolts.value} × Ø5.2 ON `) : 'CENTRE LOCK',
        ) +
        pen.radialLeader(R, toRadians(28), 34 * u, dimensionLabel(thickness, '', ' THICK'))
      )
    },
  }
}

/** The openings between the arms. */
function windows(arms: number, inner: number, outer: number): string {
  const w = TAU / arms
  const between = (inner + outer) / 2 - 2
  return repeat(arms, (i) => {
    const a = i * w - Math.PI / 2
    const [o1, o2] = [polar(outer, a + sweep + 0.075), polar(outer, a + sweep + w - 0.075)]
    const [i1, i2] = [polar(inner, a + 0.2), polar(inner, a + w)]
    const c1 = polar(between, a + sweep * 0.34 + 0.03)
    const c2 = polar(between, a + w + sweep * 0.34 - 0.03)
    return path(
      'p',
      d`M${i1}Q${c1} ${o1}A${outer} ${outer} 0 0 1 ${o2}Q${c2} ${i2}A${inner} ${inner} 0 0 0 ${i1}Z`,
    )
  })
}

/** Staggered rows of four holes, with a slot between rows. */
const perforation = (track: number): string =>
  repeat(rows, (i) => {
    const at = (r: number, k: number) => polar(r, ((i + k) * TAU) / rows)
    const holes = repeat(4, (j) => circle('p', ...at(track + 2.6 + j * 3.5, j * 0.2), 1.45))
    return holes + path('p', arm(at(track + 5.2, 0.72), 1.3, at(track + 11.2, 0.86)))
  })

const sixBolt = (bolts: number, hub: number, hole: number): string =>
  circle('p', 0, 0, 17.5) +
  repeat(bolts, (i) => circle('p', ...polar(hub, (i * TAU) / bolts - Math.PI / 2 + 0.1), hole))

/** The splined carrier of a centre lock. */
const centreLock = (hub: number): string =>
  circle('v', 0, 0, hub + 1) + circle('t', 0, 0, hub - 1.5) + path('p', spline(18, 17.6, 15.8))
