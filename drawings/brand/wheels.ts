import { wheel } from '../figures/wheels/wheel.ts'
import { createPen } from '../pen.ts'
import { renderFigure, svgDocument } from '../sheet.ts'
import { bluePalette, paletteStyle } from '../style.ts'

const label = 'Wheel 622 with 32 spokes, laced three-cross'

/** The wheel of the welcome section, with dimensions. */
export const sheetWheel = (): string =>
  renderFigure(wheel({ bead_seat_mm: 622 }), 'sheet', 'wheel', label)

/** The same for narrow screens. */
export const cardWheel = (): string =>
  renderFigure(wheel({ bead_seat_mm: 622 }), 'card', 'wheel', label)

/** The wheel beside the login form: white lines without dimensions. */
export function loginWheel(): string {
  const pen = createPen('sheet', 1.9, 13)
  return svgDocument({
    viewBox: [-400, -330, 500, 660],
    width: 500,
    height: 660,
    label: '',
    style: `${paletteStyle(bluePalette, 1.9, false)}text,.d,.k{display:none}`,
    body: wheel({}).draw(pen),
    fit: 'xMinYMid slice',
  })
}
