import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize } from '../../parameters.ts'
import { circle, crosshair, d, path, polar, repeat, stroke, TAU } from '../../strokes.ts'

/** A ball bearing: races and balls from the front, half sections from the side. */
export const bearing: Family = (parameters) => {
  const outer = readSize(parameters, 'outside_diameter_mm', 28, 8, 120)
  const inner = readSize(parameters, 'inside_diameter_mm', outer.value * 0.54, 2, outer.value - 4)
  const width = readSize(parameters, 'width_mm', 7, 2, 40)
  const [R, r, w] = [outer.value / 2, inner.value / 2, width.value]
  const [middle, ball, race] = [(R + r) / 2, (R - r) * 0.3, (R - r) * 0.26]
  const fitting = Math.max(5, Math.floor((Math.PI * middle) / (ball * 1.16)))
  const balls = readCount(parameters, 'balls', fitting, 3, Math.floor((Math.PI * middle) / ball))
  const x = 2 * R
  return {
    box: [-R, -R, 3 * R + w, 2 * R],
    icon: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const shown = level === 'icon' ? Math.min(balls.value, 16) : balls.value
      const front =
        circle('v', 0, 0, R) +
        circle('v', 0, 0, R - race) +
        circle('v', 0, 0, r + race) +
        repeat(shown, (i) => circle('v', ...polar(middle, (i * TAU) / shown - Math.PI / 2), ball)) +
        circle('p', 0, 0, r)
      if (level === 'icon') return front
      const views =
        front +
        circle('c', 0, 0, middle) +
        crosshair(0, 0, R + 10 * u) +
        section(x, w, r, R, race, ball) +
        stroke('c', x - 8 * u, 0, x + w + 8 * u, 0)
      const outside = pen.horizontalDimension(
        -R,
        R,
        0,
        0,
        R + pen.dimensionOffset,
        dimensionLabel(outer, 'Ø'),
      )
      if (level === 'card') return views + outside
      return (
        views +
        outside +
        pen.horizontalDimension(x, x + w, R, R, R + pen.dimensionOffset, dimensionLabel(width)) +
        pen.verticalDimension(
          -r,
          r,
          x + w,
          x + w,
          x + w + pen.dimensionOffset,
          dimensionLabel(inner, 'Ø'),
        ) +
        pen.radialLeader(middle, -2.4, R - middle + 30 * u, dimensionLabel(balls, '', ' BALLS'))
      )
    },
  }
}

/** The cut halves: hatched races with grooves, and white balls. */
function section(x: number, w: number, r: number, R: number, race: number, ball: number): string {
  const middle = (R + r) / 2
  const groove = Math.min(ball * 0.62, w * 0.4)
  const halves = [-1, 1].map((k) => {
    const [side, other] = k > 0 ? [1, 0] : [0, 1]
    const outerRace = d`M${[x, k * R]}h${w}v${-k * race}h${groove - w / 2}A${ball} ${ball} 0 0 ${side} ${[x + w / 2 - groove, k * (R - race)]}H${x}Z`
    const innerRace = d`M${[x, k * r]}h${w}v${k * race}h${groove - w / 2}A${ball} ${ball} 0 0 ${other} ${[x + w / 2 - groove, k * (r + race)]}H${x}Z`
    return (
      path('x', outerRace) +
      path('x', innerRace) +
      circle('v', x + w / 2, k * middle, ball) +
      stroke('c', x + w / 2 - ball - 1, k * middle, x + w / 2 + ball + 1, k * middle) +
      stroke('t', x + 0.5, k * (r + race), x + 0.5, k * (R - race)) +
      stroke('t', x + w - 0.5, k * (r + race), x + w - 0.5, k * (R - race))
    )
  })
  return halves.join('') + stroke('v', x, -r, x, r) + stroke('v', x + w, -r, x + w, r)
}

/** A loose ball with thin arcs as highlights. */
export const ball: Family = (parameters) => {
  const diameter = readSize(parameters, 'ball_diameter_mm', 6.35, 0.5, 60)
  const R = diameter.value / 2
  return {
    box: [-R * 1.25, -R * 1.25, R * 2.5, R * 2.5],
    icon: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const shine = [0.78, 0.58].map((k) =>
        path('t', d`M${polar(R * k, 3.4)}A${R * k} ${R * k} 0 0 1 ${polar(R * k, 4.4)}`),
      )
      const body = circle('v', 0, 0, R) + shine.join('')
      if (pen.level === 'icon') return body
      return (
        body +
        crosshair(0, 0, R + 10 * pen.u) +
        pen.horizontalDimension(
          -R,
          R,
          0,
          0,
          R + pen.dimensionOffset,
          dimensionLabel(diameter, 'SØ'),
        )
      )
    },
  }
}
