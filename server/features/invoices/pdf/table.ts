import type { Column, DocumentContent } from './document-content.ts'
import { addElement, drawArtifact, drawRule, drawTagged, ensureSpace, type Pdf } from './pdf.ts'
import { lineHeight, QUIET, RULE, type TextStyle, WELL, wrapText, writeLines } from './text.ts'

const HEADER_STYLE: TextStyle = { size: 8, weight: 'bold', color: QUIET }
const TEXT_STYLE: TextStyle = { size: 8.5 }
/** Distance in points between a cell's text and its left and right edges. */
export const CELL_PADDING = 5
/** Distance in points between a cell's text and its upper and lower edges. An invoice of 12 rows fits on one page. */
const ROW_PADDING = 3
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
export function drawTable(pdf: Pdf, { columns, rows }: DocumentContent, heightAfter: number) {
  const placedColumns = placeColumns(pdf, columns)
  const table = addElement(pdf, pdf.root, 'Table')
  const wrappedRows = rows.map((row) => wrapCells(pdf, row, placedColumns, TEXT_STYLE))
  const heights = wrappedRows.map((cellLines) => measureRowHeight(cellLines, TEXT_STYLE))
  for (const [index, cellLines] of wrappedRows.entries()) {
    const isKept = index >= rows.length - ROWS_KEPT
    const height = isKept
      ? heights.slice(index).reduce((sum, height) => sum + height, SPACE_AFTER + heightAfter)
      : (heights[index] ?? 0)
    // The header stays on one page with the first row.
    const isNewPage = ensureSpace(pdf, index === 0 ? height + HEADER_HEIGHT : height)
    if (isNewPage || index === 0) drawHeaderRow(pdf, table, placedColumns)
    drawRow(pdf, table, { tag: 'TD', placedColumns, cellLines, style: TEXT_STYLE })
    drawRule(pdf, pdf.y, { width: 0.75, color: RULE })
  }
  table.end()
  pdf.y += SPACE_AFTER
}

function placeColumns({ left, right }: Pdf, columns: Column[]): PlacedColumn[] {
  let x = left
  return columns.map((column, index) => {
    const width = ((right - left) * column.share) / 100
    const gap = columns[index - 1]?.isRightAligned && !column.isRightAligned ? GAP : 0
    const placed = { ...column, x: x + gap, width: width - gap }
    x += width
    return placed
  })
}

function wrapCells(
  pdf: Pdf,
  row: string[],
  placedColumns: PlacedColumn[],
  style: TextStyle,
): string[][] {
  return placedColumns.map(({ width }, index) =>
    wrapText(pdf, row[index] ?? '', width - 2 * CELL_PADDING, style),
  )
}

function measureRowHeight(cellLines: string[][], style: TextStyle): number {
  return lineHeight(style) * Math.max(...cellLines.map(({ length }) => length)) + 2 * ROW_PADDING
}

function drawHeaderRow(pdf: Pdf, table: Element, placedColumns: PlacedColumn[]) {
  const names = placedColumns.map(({ name }) => name)
  const cellLines = wrapCells(pdf, names, placedColumns, HEADER_STYLE)
  const { left, right, y } = pdf
  drawArtifact(pdf, () =>
    pdf.doc.rect(left, y, right - left, measureRowHeight(cellLines, HEADER_STYLE)).fill(WELL),
  )
  drawRow(pdf, table, { tag: 'TH', placedColumns, cellLines, style: HEADER_STYLE })
}

function drawRow(
  pdf: Pdf,
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
  const row = addElement(pdf, table, 'TR')
  let end = pdf.y
  for (const [index, { x, width, isRightAligned = false }] of placedColumns.entries()) {
    const at = {
      x: isRightAligned ? x + width - CELL_PADDING : x + CELL_PADDING,
      y: pdf.y + ROW_PADDING,
      isRightAligned,
    }
    drawTagged(pdf, row, tag, () => {
      end = Math.max(end, writeLines(pdf, cellLines[index] ?? [], at, style))
    })
  }
  row.end()
  pdf.y = end + ROW_PADDING
}
