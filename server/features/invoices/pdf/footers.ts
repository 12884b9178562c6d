import type { Sheet } from './sheet.ts'
import { QUIET, RULE, wrapText, writeLine } from './write.ts'

const SMALL = { size: 8.5, colour: QUIET }

/** Draws the label and the page number on every page, as artifacts that screen readers skip. */
export function drawFooters(sheet: Sheet, label: string) {
  const { doc, left, right, bottom } = sheet
  const { count } = doc.bufferedPageRange()
  const line = wrapText(sheet, label, right - left - 80, SMALL)[0] ?? ''
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    const y = bottom + 14
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.75).strokeColor(RULE).stroke()
    writeLine(sheet, line, { x: left, y: y + 16 }, SMALL)
    writeLine(sheet, `Page ${page + 1} of ${count}`, { x: right, y: y + 16, right: true }, SMALL)
    doc.endMarkedContent()
  }
}
