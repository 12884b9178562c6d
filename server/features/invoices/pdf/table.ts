import type { Column, Paper } from './paper.ts'
import { decorate, makeRoom, rule, type Sheet, say, section } from './sheet.ts'
import { type Look, lineHeight, linesOf, QUIET, RULE, WELL, writeLines } from './write.ts'

const HEAD: Look = { size: 8.5, weight: 'bold', colour: QUIET }
const TEXT: Look = { size: 10 }
const PADDING = 6
/** Between numbers at the right of their column and words at the left of theirs. */
const GAP = 14
const HEAD_ROOM = 40

type Element = PDFKit.PDFStructureElement

/** A column with its place on the sheet. */
interface Placed extends Column {
  x: number
  width: number
}

/** The lines of an order. Where the page ends the table goes on on the next, under its heads. */
export function drawTable(sheet: Sheet, { columns, rows }: Paper) {
  const placed = placeColumns(sheet, columns)
  const table = section(sheet, sheet.root, 'Table')
  for (const [place, row] of rows.entries()) {
    const cells = wrappedCells(sheet, row, placed, TEXT)
    const height = heightOf(cells, TEXT)
    // The heads stay with the row beneath them.
    const turned = makeRoom(sheet, place === 0 ? height + HEAD_ROOM : height)
    if (turned || place === 0) drawHeads(sheet, table, placed)
    drawRow(sheet, table, { tag: 'TD', placed, cells, look: TEXT })
    rule(sheet, sheet.y, { width: 0.75, colour: RULE })
  }
  table.end()
  sheet.y += 16
}

function placeColumns({ left, right }: Sheet, columns: Column[]): Placed[] {
  let x = left
  return columns.map((column, place) => {
    const width = ((right - left) * column.share) / 100
    const gap = columns[place - 1]?.right && !column.right ? GAP : 0
    const placed = { ...column, x: x + gap, width: width - gap }
    x += width
    return placed
  })
}

function wrappedCells(sheet: Sheet, row: string[], placed: Placed[], look: Look): string[][] {
  return placed.map(({ width }, place) =>
    linesOf(sheet, row[place] ?? '', width - 2 * PADDING, look),
  )
}

function heightOf(cells: string[][], look: Look): number {
  return lineHeight(look) * Math.max(...cells.map(({ length }) => length)) + 2 * PADDING
}

function drawHeads(sheet: Sheet, table: Element, placed: Placed[]) {
  const names = placed.map(({ name }) => name)
  const cells = wrappedCells(sheet, names, placed, HEAD)
  const { left, right, y } = sheet
  decorate(sheet, () => sheet.doc.rect(left, y, right - left, heightOf(cells, HEAD)).fill(WELL))
  drawRow(sheet, table, { tag: 'TH', placed, cells, look: HEAD })
}

function drawRow(
  sheet: Sheet,
  table: Element,
  {
    tag,
    placed,
    cells,
    look,
  }: { tag: 'TH' | 'TD'; placed: Placed[]; cells: string[][]; look: Look },
) {
  const row = section(sheet, table, 'TR')
  let end = sheet.y
  for (const [place, { x, width, right = false }] of placed.entries()) {
    const at = { x: right ? x + width - PADDING : x + PADDING, y: sheet.y + PADDING, right }
    say(sheet, row, tag, () => {
      end = Math.max(end, writeLines(sheet, cells[place] ?? [], at, look))
    })
  }
  row.end()
  sheet.y = end + PADDING
}
