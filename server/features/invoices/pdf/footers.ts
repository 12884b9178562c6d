import type { Sheet } from './sheet.ts'
import { linesOf, QUIET, RULE, writeLine } from './write.ts'

const SMALL = { size: 8.5, colour: QUIET }

/** Under every page what it is of, and which of how many. Read aloud, pages do not end. */
export function drawFooters(sheet: Sheet, what: string) {
  const { doc, left, right, bottom } = sheet
  const { count } = doc.bufferedPageRange()
  const said = linesOf(sheet, what, right - left - 80, SMALL)[0] ?? ''
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    const y = bottom + 14
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.75).strokeColor(RULE).stroke()
    writeLine(sheet, said, { x: left, y: y + 16 }, SMALL)
    writeLine(sheet, `Page ${page + 1} of ${count}`, { x: right, y: y + 16, right: true }, SMALL)
    doc.endMarkedContent()
  }
}
