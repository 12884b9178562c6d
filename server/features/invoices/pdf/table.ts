import type { Column, DocumentContent } from './document-content.ts'
import { addElement, drawArtifact, drawRule, drawTagged, ensureSpace, type Sheet } from './sheet.ts'
import { lineHeight, QUIET, RULE, type TextStyle, WELL, wrapText, writeLines } from './write.ts'

const HEADER_STYLE: TextStyle = { size: 8.5, weight: 'bold', colour: QUIET }
const TEXT_STYLE: TextStyle = { size: 10 }
const PADDING = 6
/** Space between a right-aligned column and a left-aligned one. */
const GAP = 14
const HEADER_HEIGHT = 40

type Element = PDFKit.PDFStructureElement

/** A column with its horizontal position, in points. */
interface PlacedColumn extends Column {
  x: number
  width: number
}

/** Draws a table. Repeats its header on each page. */
export function drawTable(sheet: Sheet, { columns, rows }: DocumentContent) {
  const placedColumns = placeColumns(sheet, columns)
  const table = addElement(sheet, sheet.root, 'Table')
  for (const [index, row] of rows.entries()) {
    const cells = wrapCells(sheet, row, placedColumns, TEXT_STYLE)
    const height = measureRow(cells, TEXT_STYLE)
    // Keeps the header together with the first row.
    const isNewPage = ensureSpace(sheet, index === 0 ? height + HEADER_HEIGHT : height)
    if (isNewPage || index === 0) drawHeaderRow(sheet, table, placedColumns)
    drawRow(sheet, table, { tag: 'TD', placedColumns, cells, style: TEXT_STYLE })
    drawRule(sheet, sheet.y, { width: 0.75, colour: RULE })
  }
  table.end()
  sheet.y += 16
}

function placeColumns({ left, right }: Sheet, columns: Column[]): PlacedColumn[] {
  let x = left
  return columns.map((column, index) => {
    const width = ((right - left) * column.share) / 100
    const gap = columns[index - 1]?.right && !column.right ? GAP : 0
    const placed = { ...column, x: x + gap, width: width - gap }
    x += width
    return placed
  })
}

function wrapCells(
  sheet: Sheet,
  row: string[],
  placedColumns: PlacedColumn[],
  style: TextStyle,
): string[][] {
  return placedColumns.map(({ width }, index) =>
    wrapText(sheet, row[index] ?? '', width - 2 * PADDING, style),
  )
}

function measureRow(cells: string[][], style: TextStyle): number {
  return lineHeight(style) * Math.max(...cells.map(({ length }) => length)) + 2 * PADDING
}

function drawHeaderRow(sheet: Sheet, table: Element, placedColumns: PlacedColumn[]) {
  const names = placedColumns.map(({ name }) => name)
  const cells = wrapCells(sheet, names, placedColumns, HEADER_STYLE)
  const { left, right, y } = sheet
  drawArtifact(sheet, () =>
    sheet.doc.rect(left, y, right - left, measureRow(cells, HEADER_STYLE)).fill(WELL),
  )
  drawRow(sheet, table, { tag: 'TH', placedColumns, cells, style: HEADER_STYLE })
}

function drawRow(
  sheet: Sheet,
  table: Element,
  {
    tag,
    placedColumns,
    cells,
    style,
  }: { tag: 'TH' | 'TD'; placedColumns: PlacedColumn[]; cells: string[][]; style: TextStyle },
) {
  const row = addElement(sheet, table, 'TR')
  let end = sheet.y
  for (const [index, { x, width, right = false }] of placedColumns.entries()) {
    const at = { x: right ? x + width - PADDING : x + PADDING, y: sheet.y + PADDING, right }
    drawTagged(sheet, row, tag, () => {
      end = Math.max(end, writeLines(sheet, cells[index] ?? [], at, style))
    })
  }
  row.end()
  sheet.y = end + PADDING
}
