import { drawHouse } from '@freehub/drawings/draw'
import { colours } from './colours.ts'
import { placedDrawing } from './for-raster.ts'
import { lettered } from './letters.ts'
import { brand, line, picture } from './picture.ts'

/** The shop on its blue slab: its drivetrain and what it sells. */
export function shopPicture(): string {
  const { blue, white, scribe } = colours
  const small = { size: 28, weight: '600', fill: white } as const
  return picture(
    blue,
    placedDrawing(drawHouse('drivetrain'), [30, 118, 1140, 450]) +
      lettered('Bicycle Parts', 54, 152, { size: 152, weight: '600', fill: white }) +
      line('M0 566H1200', scribe, 1) +
      brand(56, 598, 40, [white, white]) +
      lettered('Spare parts straight from the maker, sold in bulk', 1144, 608, {
        ...small,
        anchor: 'end',
      }),
  )
}
