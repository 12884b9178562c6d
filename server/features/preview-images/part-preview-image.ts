import { dollarsOf, formatDollars, pluralize } from '@freehub/contract/money'
import { type DrawablePart, drawPart } from '@freehub/drawings/draw'
import type { Db } from '../../platform/database/connections/connect.ts'
import { placeDrawing } from './prepare-for-raster.ts'
import {
  colors,
  renderBox,
  renderBrand,
  renderLine,
  renderPreviewImage,
} from './preview-image-elements.ts'
import { removeMissingLetters, renderText, type TextStyle, wrapText } from './text-layout.ts'

export interface PreviewedPart {
  name: string
  sku: string
  family: string
  priceDollars: number
  minimumOrder: number
  drawing: Pick<DrawablePart, 'figure' | 'parameters'>
}

/** The inner edge of the frame around the drawing, and the height of its title block. */
const drawingFrame = { x: 50, y: 50, width: 620, height: 530, titleBlockHeight: 66 }
const column = { left: 728, right: 1150 }
const columnWidth = column.right - column.left

/** Renders the preview image of a part: its drawing with title block, name and price. */
export const renderPartPreview = (part: PreviewedPart): string =>
  renderPreviewImage(
    colors.sheet,
    renderFramedDrawing(part) +
      renderBrand(column.left, 78, 44, [colors.blue, colors.ink]) +
      renderCaption(part),
  )

function renderFramedDrawing({ name, sku, family, drawing }: PreviewedPart): string {
  const { x, y, width, height, titleBlockHeight } = drawingFrame
  const edge = y + height - titleBlockHeight
  const drawingSvg = drawPart({ ...drawing, id: sku, label: name }, 'card')
  return (
    renderBox(
      x - 10,
      y - 10,
      width + 20,
      height + 20,
      `fill="${colors.plate}" stroke="${colors.edge}"`,
    ) +
    placeDrawing(drawingSvg, [x, y, width, height - titleBlockHeight], 1.6) +
    renderBox(x, y, width, height, `fill="none" stroke="${colors.ink}" stroke-width="2"`) +
    renderLine(
      `M${x} ${edge}h${width}M${x + width * 0.62} ${edge}v${titleBlockHeight}`,
      colors.ink,
      1.5,
    ) +
    renderCell(x + 18, 'Family', family, width * 0.62 - 36) +
    renderCell(x + width * 0.62 + 18, 'Part no.', sku, width * 0.38 - 36)
  )
}

function renderCell(x: number, title: string, value: string, maxWidth: number): string {
  const y = drawingFrame.y + drawingFrame.height - drawingFrame.titleBlockHeight
  const style = { size: 25, weight: '600' } as const
  return (
    renderText(title, x, y + 25, { size: 19, weight: '500', fill: colors.secondary }) +
    renderText(truncateLines(value, 1, maxWidth, style)[0] ?? '', x, y + 53, {
      ...style,
      fill: colors.ink,
    })
  )
}

function renderCaption({ name, sku, priceDollars, minimumOrder }: PreviewedPart): string {
  const title = fitTitle(name, sku)
  const top = 590 - 138
  const price = formatDollars(priceDollars)
  const priceStyle = { size: 84, weight: '600' } as const
  return (
    title.lines
      .map((text, i) =>
        renderText(text, column.left, 128 + title.size * (0.86 + i * 1.06), {
          ...title,
          fill: colors.ink,
        }),
      )
      .join('') +
    renderLine(`M${column.left} ${top}H${column.right}`, colors.ink, 2) +
    renderText(price, column.left, top + 84, { ...priceStyle, fill: colors.blue }) +
    renderText(
      `per unit · minimum ${pluralize(minimumOrder, 'piece', 'pieces')}`,
      column.left,
      top + 128,
      {
        size: 31,
        weight: '600',
        fill: colors.secondary,
      },
    )
  )
}

/** Fits the name in the largest possible size. Uses the SKU instead if the font lacks most letters of the name. */
function fitTitle(name: string, sku: string): TextStyle & { lines: string[] } {
  const renderable = removeMissingLetters(name, '600')
  const text = renderable && renderable.length * 2 >= [...name.trim()].length ? renderable : sku
  const sizes = [84, 72, 62, 54, 46]
  for (const size of sizes) {
    const style = { size, weight: '600' } as const
    const lines = wrapText(text, columnWidth, style)
    if (lines.length * size * 1.06 <= 300) return { ...style, lines }
  }
  const smallest = { size: 46, weight: '600' } as const
  return { ...smallest, lines: truncateLines(text, 6, columnWidth, smallest) }
}

/** Wraps a text into at most `maxLines` lines. If the text is too long, the last line ends with an ellipsis. */
function truncateLines(
  text: string,
  maxLines: number,
  maxWidth: number,
  style: TextStyle,
): string[] {
  const lines = wrapText(text, maxWidth, style)
  if (lines.length <= maxLines) return lines
  const last = `${lines[maxLines - 1]}`.slice(0, -1).trimEnd()
  return [...lines.slice(0, maxLines - 1), `${last}…`]
}

/** Finds the data for a preview image. Undefined if no part on sale has the SKU, or if the part has no drawing. */
export async function findPreviewedPart(db: Db, sku: string): Promise<PreviewedPart | undefined> {
  const part = await db
    .selectFrom('parts')
    .leftJoin('families', 'families.code', 'parts.family_code')
    .select(['parts.name', 'unit_price_cents', 'minimum_order', 'drawing'])
    .select('families.name as family')
    .where('sku', '=', sku)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!part?.drawing) return undefined
  return {
    name: part.name,
    sku,
    family: part.family ?? 'Bicycle Parts',
    priceDollars: dollarsOf(part.unit_price_cents),
    minimumOrder: part.minimum_order,
    drawing: part.drawing,
  }
}
