import type { Column, DocumentContent } from './document-content.ts'
import { addElement, drawArtifact, drawRule, drawTagged, ensureSpace, type Sheet } from './sheet.ts'
import { lineHeight, QUIET, RULE, type TextStyle, WELL, wrapText, writeLines } from './write.ts'

const HEADER_STYLE: TextStyle = { size: 8, weight: 'bold', color: QUIET }
const TEXT_STYLE: TextStyle = { size: 8.5 }
/** Distance in points between a cell's text and its left and right edges. */
export const CELL_PADDING = 5
/** Distance in points between a cell's text and its upper and lower edges. An invoice of 12 rows fits on one page. */
const ROW_PADDING = 2
/** Space between a right-aligned column and a left-aligned one. */
const GAP = 14
const HEADER_HEIGHT = 30

type Element = PDFKit.PDFStructureElement

/** A column with its horizontal position, in points. */
interface PlacedColumn extends Column {
  x: number
  width: number
}

/** Number of last rows that stay on one page with the content below the table. */
const ROWS_KEPT = 2
const SPACE_AFTER = 12

/** Draws a table, its header on each page. The last rows stay with the content below, which is `heightAfter` high. */
export function drawTable(sheet: Sheet, { columns, rows }: DocumentContent, heightAfter: number) {
  const placedColumns = placeColumns(sheet, columns)
  const table = addElement(sheet, sheet.root, 'Table')
  const wrappedRows = rows.map((row) => wrapCells(sheet, row, placedColumns, TEXT_STYLE))
  const heights = wrappedRows.map((cellLines) => measureRowHeight(cellLines, TEXT_STYLE))
  for (const [index, cellLines] of wrappedRows.entries()) {
    const isKept = index >= rows.length - ROWS_KEPT
    const height = isKept
      ? heights.slice(index).reduce((sum, height) => sum + height, SPACE_AFTER + heightAfter)
      : (heights[index] ?? 0)
    // The header stays on one page with the first row.
    const isNewPage = ensureSpace(sheet, index === 0 ? height + HEADER_HEIGHT : height)
    if (isNewPage || index === 0) drawHeaderRow(sheet, table, placedColumns)
    drawRow(sheet, table, { tag: 'TD', placedColumns, cellLines, style: TEXT_STYLE })
    drawRule(sheet, sheet.y, { width: 0.75, color: RULE })
  }
  table.end()
  sheet.y += SPACE_AFTER
}

/** Computes the position and width of each column from its share of the table. */
function placeColumns({ left, right }: Sheet, columns: Column[]): PlacedColumn[] {
  let x = left
  return columns.map((column, index) => {
    const width = ((right - left) * column.share) / 100
    const gap = columns[index - 1]?.isRightAligned && !column.isRightAligned ? GAP : 0
    const placed = { ...column, x: x + gap, width: width - gap }
    x += width
    return placed
  })
}

/** Returns the wrapped lines of each cell of a row. */
function wrapCells(
  sheet: Sheet,
  row: string[],
  placedColumns: PlacedColumn[],
  style: TextStyle,
): string[][] {
  return placedColumns.map(({ width }, index) =>
    wrapText(sheet, row[index] ?? '', width - 2 * CELL_PADDING, style),
  )
}

function measureRowHeight(cellLines: string[][], style: TextStyle): number {
  return lineHeight(style) * Math.max(...cellLines.map(({ length }) => length)) + 2 * ROW_PADDING
}

function drawHeaderRow(sheet: Sheet, table: Element, placedColumns: PlacedColumn[]) {
  const names = placedColumns.map(({ name }) => name)
  const cellLines = wrapCells(sheet, names, placedColumns, HEADER_STYLE)
  const { left, right, y } = sheet
  drawArtifact(sheet, () =>
    sheet.doc.rect(left, y, right - left, measureRowHeight(cellLines, HEADER_STYLE)).fill(WELL),
  )
  drawRow(sheet, table, { tag: 'TH', placedColumns, cellLines, style: HEADER_STYLE })
}

function drawRow(
  sheet: Sheet,
  table: Element,
  {
    tag,
    placedColumns,
    cellLines,
    style,
  }: {
    tag: 'TH' | 'TD'
    placedColumns: PlacedColumn[]
    cellLines: string[][]
    style: TextStyle
  },
) {
  const row = addElement(sheet, table, 'TR')
  let end = sheet.y
  for (const [index, { x, width, isRightAligned = false }] of placedColumns.entries()) {
    const at = {
      x: isRightAligned ? x + width - CELL_PADDING : x + CELL_PADDING,
      y: sheet.y + ROW_PADDING,
      isRightAligned,
    }
    drawTagged(sheet, row, tag, () => {
      end = Math.max(end, writeLines(sheet, cellLines[index] ?? [], at, style))
    })
  }
  row.end()
  sheet.y = end + ROW_PADDING
}
