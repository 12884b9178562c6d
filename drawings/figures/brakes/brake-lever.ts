import type { FigureBuilder } from '../../dimension-pen.ts'
import { points } from '../../geometry.ts'
import { labelOf, readCount, readSize } from '../../parameters.ts'
import { outline } from '../../shapes.ts'
import { circle, d, line, path, rect, repeat } from '../../svg-elements.ts'

/** Width of one finger on the blade. */
const fingerWidth = 21

/** A brake lever from above on the handlebar. The blade length depends on the number of fingers. */
export const brakeLever: FigureBuilder = (parameters) => {
  const clamp = readSize(parameters, 'clamp_mm', 22.2, 15, 40)
  const fingers = readCount(parameters, 'fingers', 3, 1, 4)
  const r = clamp.value / 2
  const reach = r + 44
  const tip = 38 + fingers.value * fingerWidth
  return {
    box: [-34, -r - 6, tip + 42, r + reach + 10],
    draw(pen) {
      const { level, u } = pen
      const band = rect('v', -8, -r - 3.5, 16, 2 * r + 7, 2) + rect('v', -5, -r - 6, 10, 4, 1)
      const body = outline(
        'v',
        points`-9,${r} 9,${r} 20,${r + 12} 30,${r + 26} 20,${r + 36} 4,${r + 34} -9,${r + 18}`,
        5,
      )
      const barrel =
        rect('v', -24, r + 11, 16, 9, 2) +
        line('t', -20, r + 11, -20, r + 20) +
        line('t', -15, r + 11, -15, r + 20)
      const blade = path(
        'v',
        d`M12 ${r + 22}C24 ${r + 22} 30 ${reach - 14} 44 ${reach - 12}L${[tip - 10, reach - 18]}Q${[tip, reach - 18]} ${[tip + 2, reach - 11]}Q${[tip + 4, reach - 4]} ${[tip - 4, reach - 6]}Q${[tip - 20, reach - 8]} ${[tip - 30, reach - 6]}L44 ${reach}C26 ${reach + 2} 20 ${r + 36} 8 ${r + 33}Z`,
      )
      const pivot = circle('v', 15, r + 27, 4.5) + circle('t', 15, r + 27, 2)
      const lever = body + barrel + blade + pivot + band
      if (level === 'icon') return lever
      const bar = path('g', d`M-34 ${-r}H${tip + 8}M-34 ${r}H${tip + 8}`)
      const views =
        bar +
        lever +
        line('c', -34 - 6 * u, 0, tip + 8 + 2 * u, 0) +
        pen.verticalDimension(-r, r, tip + 8, tip + 8, tip + 8 + 28 * u, labelOf(clamp, 'Ø'))
      if (level === 'card') return views
      const fingerCircles = repeat(fingers.value, (i) =>
        circle('g', 52 + (i + 0.5) * (fingerWidth - 2), reach + 7, fingerWidth / 2 - 1.2),
      )
      return (
        views +
        fingerCircles +
        pen.leader(
          52 + fingerWidth,
          reach + 16,
          52 + fingerWidth + 20,
          reach + 30,
          labelOf(fingers, '', fingers.value > 1 ? ' FINGERS' : ' FINGER'),
        )
      )
    },
  }
}
