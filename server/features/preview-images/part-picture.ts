import { formatCount, formatDollars } from '@freehub/contract/money'
import { type DrawnPart, drawPart } from '@freehub/drawings/draw'
import { colours } from './colours.ts'
import { placedDrawing } from './for-raster.ts'
import { type Lettering, letterable, lettered, linesOf } from './letters.ts'
import { box, brand, line, picture } from './picture.ts'

/** What a picture of a part says of it. */
export interface PicturedPart {
  name: string
  sku: string
  family: string
  priceDollars: number
  minimumOrder: number
  drawing: Pick<DrawnPart, 'figure' | 'parameters'>
}

/** The frame's inner edge, and the height of its title block. */
const frame = { x: 50, y: 50, width: 620, height: 530, foot: 66 }
const column = { left: 728, right: 1150 }
const wide = column.right - column.left

/** A part on its sheet, what it is called and what it costs: for where a link to it is shown. */
export const partPicture = (part: PicturedPart): string =>
  picture(
    colours.sheet,
    sheet(part) + brand(column.left, 78, 44, [colours.blue, colours.ink]) + words(part),
  )

function sheet({ name, sku, family, drawing }: PicturedPart): string {
  const { x, y, width, height, foot } = frame
  const edge = y + height - foot
  const drawn = drawPart({ ...drawing, id: sku, label: name }, 'card')
  return (
    box(
      x - 10,
      y - 10,
      width + 20,
      height + 20,
      `fill="${colours.plate}" stroke="${colours.edge}"`,
    ) +
    placedDrawing(drawn, [x, y, width, height - foot], 1.6) +
    box(x, y, width, height, `fill="none" stroke="${colours.ink}" stroke-width="2"`) +
    line(`M${x} ${edge}h${width}M${x + width * 0.62} ${edge}v${foot}`, colours.ink, 1.5) +
    cell(x + 18, 'Family', family, width * 0.62 - 36) +
    cell(x + width * 0.62 + 18, 'Part no.', sku, width * 0.38 - 36)
  )
}

function cell(x: number, title: string, value: string, room: number): string {
  const y = frame.y + frame.height - frame.foot
  const told = { size: 25, weight: '600' } as const
  return (
    lettered(title, x, y + 25, { size: 19, weight: '500', fill: colours.second }) +
    lettered(firstLines(value, 1, room, told)[0] ?? '', x, y + 53, { ...told, fill: colours.ink })
  )
}

function words({ name, sku, priceDollars, minimumOrder }: PicturedPart): string {
  const title = titleOf(name, sku)
  const top = 590 - 138
  const price = formatDollars(priceDollars)
  const large = { size: 84, weight: '600' } as const
  return (
    title.lines
      .map((text, i) =>
        lettered(text, column.left, 128 + title.size * (0.86 + i * 1.06), {
          ...title,
          fill: colours.ink,
        }),
      )
      .join('') +
    line(`M${column.left} ${top}H${column.right}`, colours.ink, 2) +
    lettered(price, column.left, top + 84, { ...large, fill: colours.blue }) +
    lettered(`per unit · minimum ${formatCount(minimumOrder)} pieces`, column.left, top + 128, {
      size: 31,
      weight: '600',
      fill: colours.second,
    })
  )
}

/** A name as large as it can stand above the price. What none of the letters can say, the number says. */
function titleOf(name: string, sku: string): Lettering & { lines: string[] } {
  const said = letterable(name, '600')
  const text = said && said.length * 2 >= [...name.trim()].length ? said : sku
  const sizes = [84, 72, 62, 54, 46]
  for (const size of sizes) {
    const lettering = { size, weight: '600' } as const
    const lines = linesOf(text, wide, lettering)
    const whole = lines.every((one) => lines.length === 1 || !one.includes('…'))
    if (whole && lines.length * size * 1.06 <= 300) return { ...lettering, lines }
  }
  const smallest = { size: 46, weight: '600' } as const
  return { ...smallest, lines: firstLines(text, 6, wide, smallest) }
}

/** The first lines of a text; the last of them says that there are more. */
function firstLines(text: string, most: number, room: number, lettering: Lettering): string[] {
  const lines = linesOf(text, room, lettering)
  if (lines.length <= most) return lines
  const last = `${lines[most - 1]}`.slice(0, -1).trimEnd()
  return [...lines.slice(0, most - 1), `${last}…`]
}
