import { wheel } from '../figures/wheels/wheel.ts'
import { makePen } from '../pen.ts'
import { document, onSheet } from '../sheet.ts'
import { groundStyle, slab } from '../style.ts'

const label = 'Wheel 622 with 32 spokes, laced three-cross'

/** The wheel of the welcome, with its dimensions. */
export const sheetWheel = (): string =>
  onSheet(wheel({ bead_seat_mm: 622 }), 'sheet', 'wheel', label)

/** The same for narrow screens. */
export const cardWheel = (): string => onSheet(wheel({ bead_seat_mm: 622 }), 'card', 'wheel', label)

/** The wheel that bleeds off the slab beside the login: white lines without dimensions. */
export function loginWheel(): string {
  const pen = makePen('sheet', 1.9, 13)
  return document({
    viewBox: [-400, -330, 500, 660],
    width: 500,
    height: 660,
    label: '',
    style: `${groundStyle(slab, 1.9, false)}text,.d,.k{display:none}`,
    body: wheel({}).draw(pen),
    fit: 'xMinYMid slice',
  })
}
