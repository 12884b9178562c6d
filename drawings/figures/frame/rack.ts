import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { pipe } from '../../shapes.ts'
import { circle, d, path, rect, stroke } from '../../strokes.ts'

/** Height of the platform above the frame eyelets. */
const height = 330

/** A rear rack from the side: platform, three struts, front stay and light mount. */
export const rack: Family = (parameters) => {
  const length = readSize(parameters, 'rack_length_mm', 350, 200, 600)
  const tube = readSize(parameters, 'tube_diameter_mm', 10, 5, 20)
  const [a, t] = [length.value / 2, tube.value]
  const foot = height
  return {
    box: [-a - 34, -t, 2 * a + 44, foot + t + 12],
    draw(pen) {
      const { level, u } = pen
      const thick = level === 'icon' ? 20 : t
      const struts = [-a * 0.5, a * 0.02, a * 0.56]
        .map((x) => pipe(d`M${[x, 0]}L${[-10 + x * 0.06, foot - 10]}`, thick, pen))
        .join('')
      const eye =
        circle('v', -10, foot, level === 'icon' ? 20 : 11) +
        circle('p', -10, foot, level === 'icon' ? 7 : 3)
      const platform = pipe(d`M${[-a, 0]}H${a - 14}Q${[a, 0]} ${[a, 14]}V26`, thick, pen)
      const stay = pipe(
        d`M${[-a, 0]}Q${[-a - 18, 0]} ${[-a - 24, 22]}L${[-a - 30, 48]}`,
        thick * 0.8,
        pen,
      )
      const body = struts + eye + stay + platform
      if (level === 'icon') return body
      const clip = path(
        'v',
        d`M${[-a * 0.3, -t / 2]}Q${[-a * 0.1, -t * 1.6]} ${[a * 0.4, -t * 0.9]}L${[a * 0.66, -t / 2]}Z`,
      )
      const plate = rect('v', a + 2, 12, 4, 40, 1)
      const views =
        clip +
        body +
        plate +
        stroke('c', -10, foot - 24 - 8 * u, -10, foot + 24 + 6 * u) +
        stroke('c', -34 - 8 * u, foot, 14 + 8 * u, foot) +
        pen.horizontalDimension(-a, a, 0, 0, -t * 1.6 - 24 * u, dimensionLabel(length))
      if (level === 'card') return views
      return (
        views + pen.leader(a * 0.36, height * 0.36, a, height * 0.5, dimensionLabel(tube, 'TUBE Ø'))
      )
    },
  }
}
