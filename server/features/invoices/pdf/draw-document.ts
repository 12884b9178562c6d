import type { DocumentContent, DocumentFile } from './document-content.ts'
import { drawHead } from './head.ts'
import {
  drawArtifact,
  drawRule,
  drawTagged,
  ensureSpace,
  openSheet,
  type Sheet,
  startPage,
} from './sheet.ts'
import { CELL_PADDING, drawTable } from './table.ts'
import {
  INK,
  lineHeight,
  QUIET,
  RULE,
  type TextStyle,
  wrapText,
  writeLine,
  writeLines,
} from './write.ts'

const TEXT: TextStyle = { size: 10 }
const NOTE: TextStyle = { size: 9 }
const TOTAL: TextStyle = { size: 18, weight: 'bold' }

/** Renders a tagged PDF. Each document begins on a new page and has its own page numbers. */
export async function drawDocuments({ title, documents }: DocumentFile): Promise<Buffer> {
  const [{ size, maker, date }] = documents
  const sheet = openSheet(size, { title, author: maker.name, date })
  const pdf = collectChunks(sheet)
  const startPages: number[] = []
  for (const content of documents) {
    if (startPages.length > 0) startPage(sheet)
    startPages.push(countPages(sheet) - 1)
    drawContent(sheet, content)
  }
  sheet.root.end()
  for (const [index, content] of documents.entries()) {
    const pages = { start: startPages[index] ?? 0, end: startPages[index + 1] ?? countPages(sheet) }
    drawFooters(sheet, `${maker.name} · ${content.title}`, pages)
  }
  sheet.doc.end()
  return pdf
}

const countPages = ({ doc }: Sheet) => doc.bufferedPageRange().count

function drawContent(sheet: Sheet, content: DocumentContent) {
  drawHead(sheet, content)
  drawTable(sheet, content, content.total ? measureTotal(content.sums) : 0)
  if (content.total) drawTotal(sheet, content.sums, content.total)
  for (const note of content.notes) drawNote(sheet, note)
  if (content.blanks.length > 0) drawBlanks(sheet, content.blanks)
}

async function collectChunks({ doc }: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Returns the height of the sums and the total with their spacing, in points. */
const measureTotal = (sums: DocumentContent['sums']): number =>
  sums.length * lineHeight(TEXT) + lineHeight(TOTAL) + 24

function drawTotal(sheet: Sheet, sums: DocumentContent['sums'], [name, value]: [string, string]) {
  ensureSpace(sheet, measureTotal(sums))
  for (const [name, value] of sums) {
    const { left, right, y } = sheet
    drawTagged(sheet, sheet.root, 'P', () => {
      writeLines(sheet, [name], { x: left, y }, TEXT)
      sheet.y = writeLines(
        sheet,
        [value],
        { x: right - CELL_PADDING, y, isRightAligned: true },
        TEXT,
      )
    })
  }
  if (sums.length > 0) sheet.y += 4
  const height = lineHeight(TOTAL)
  drawRule(sheet, sheet.y, { width: 1.5, color: INK })
  const y = sheet.y + 6
  drawTagged(sheet, sheet.root, 'P', () => {
    writeLines(sheet, [name], { x: sheet.left, y: y + 7 }, { ...TEXT, weight: 'bold' })
    writeLines(sheet, [value], { x: sheet.right - CELL_PADDING, y, isRightAligned: true }, TOTAL)
  })
  sheet.y = y + height + 14
}

function drawNote(sheet: Sheet, note: string) {
  const lines = wrapText(sheet, note, sheet.right - sheet.left, NOTE)
  ensureSpace(sheet, lineHeight(NOTE) * lines.length)
  drawTagged(sheet, sheet.root, 'P', () => {
    sheet.y = writeLines(sheet, lines, { x: sheet.left, y: sheet.y }, NOTE)
  })
  sheet.y += 2
}

/** Draws lines to fill in by hand, side by side, each with its caption below. */
function drawBlanks(sheet: Sheet, blanks: string[]) {
  ensureSpace(sheet, 70)
  const gap = 24
  const width = (sheet.right - sheet.left - gap * (blanks.length - 1)) / blanks.length
  const y = sheet.y + 44
  for (const [index, blank] of blanks.entries()) {
    const x = sheet.left + index * (width + gap)
    drawArtifact(sheet, () =>
      sheet.doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(RULE)
        .stroke(),
    )
    drawTagged(sheet, sheet.root, 'P', () =>
      writeLine(sheet, blank, { x, y: y + 13 }, { size: 8.5, color: QUIET }),
    )
  }
  sheet.y = y + 24
}

const SMALL = { size: 8.5, color: QUIET }

/** Draws label and page number on the pages from `start` to before `end`, as artifacts that screen readers skip. */
function drawFooters(sheet: Sheet, label: string, { start, end }: { start: number; end: number }) {
  const { doc, left, right, bottom } = sheet
  const line = wrapText(sheet, label, right - left - 80, SMALL)[0] ?? ''
  for (let page = start; page < end; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    const y = bottom + 8
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.75).strokeColor(RULE).stroke()
    writeLine(sheet, line, { x: left, y: y + 16 }, SMALL)
    const number = `Page ${page - start + 1} of ${end - start}`
    writeLine(sheet, number, { x: right, y: y + 16, isRightAligned: true }, SMALL)
    doc.endMarkedContent()
  }
}
