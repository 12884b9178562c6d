import { buffer } from 'node:stream/consumers'
import type { DocumentContent, DocumentFile } from './document-content.ts'
import { drawHead, secondColumn } from './head.ts'
import {
  drawArtifact,
  drawRule,
  drawTagged,
  ensureSpace,
  openPdf,
  type Pdf,
  startPage,
} from './pdf.ts'
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
} from './text.ts'

const TEXT: TextStyle = { size: 10 }
const NOTE: TextStyle = { size: 9 }
const TOTAL: TextStyle = { size: 18, weight: 'bold' }

/** Renders a tagged PDF. Each document begins on a new page and has its own page numbers. */
export async function drawDocuments({ title, documents }: DocumentFile): Promise<Buffer> {
  const [{ size, maker, date }] = documents
  const pdf = openPdf(size, { title, author: maker.name, date })
  const bytes = buffer(pdf.doc)
  const startPages: number[] = []
  for (const content of documents) {
    if (startPages.length > 0) startPage(pdf)
    startPages.push(countPages(pdf) - 1)
    drawContent(pdf, content)
  }
  pdf.root.end()
  for (const [index, content] of documents.entries()) {
    const pages = { start: startPages[index] ?? 0, end: startPages[index + 1] ?? countPages(pdf) }
    drawFooters(pdf, `${maker.name} · ${content.title}`, pages)
  }
  pdf.doc.end()
  return bytes
}

const countPages = ({ doc }: Pdf) => doc.bufferedPageRange().count

function drawContent(pdf: Pdf, content: DocumentContent) {
  drawHead(pdf, content)
  drawTable(pdf, content, measureTotal(content))
  drawTotal(pdf, content)
  for (const note of content.notes) drawNote(pdf, note)
  if (content.fillInCaptions.length > 0) drawFillInLines(pdf, content.fillInCaptions)
}

/** Returns the height of the total and the amounts around it with their spacing, in points. */
const measureTotal = ({ sums, total, payments }: DocumentContent): number =>
  total ? (sums.length + payments.length) * lineHeight(TEXT) + lineHeight(TOTAL) + 24 : 0

/** Draws the total, the sums above it and the payments below it. */
function drawTotal(pdf: Pdf, content: DocumentContent) {
  const { sums, total, payments } = content
  if (!total) return
  const [totalName, totalValue] = total
  ensureSpace(pdf, measureTotal(content))
  const x = secondColumn(pdf)
  drawAmounts(pdf, sums)
  if (sums.length > 0) pdf.y += 4
  const height = lineHeight(TOTAL)
  drawRule(pdf, pdf.y, { width: 1.5, color: INK })
  const y = pdf.y + 6
  drawTagged(pdf, pdf.root, 'P', () => {
    writeLines(pdf, [totalName], { x, y: y + 8 }, { ...TEXT, weight: 'bold' })
    writeLines(pdf, [totalValue], { x: pdf.right - CELL_PADDING, y, isRightAligned: true }, TOTAL)
  })
  pdf.y = y + height + 4
  drawAmounts(pdf, payments)
  pdf.y += 10
}

/** Draws names and amounts below each other, as wide as the second column. */
function drawAmounts(pdf: Pdf, amounts: [name: string, value: string][]) {
  const { right } = pdf
  for (const [name, value] of amounts) {
    const { y } = pdf
    drawTagged(pdf, pdf.root, 'P', () => {
      writeLines(pdf, [name], { x: secondColumn(pdf), y }, TEXT)
      pdf.y = writeLines(pdf, [value], { x: right - CELL_PADDING, y, isRightAligned: true }, TEXT)
    })
  }
}

function drawNote(pdf: Pdf, note: string) {
  const lines = wrapText(pdf, note, pdf.right - pdf.left, NOTE)
  ensureSpace(pdf, lineHeight(NOTE) * lines.length)
  drawTagged(pdf, pdf.root, 'P', () => {
    pdf.y = writeLines(pdf, lines, { x: pdf.left, y: pdf.y }, NOTE)
  })
  pdf.y += 2
}

/** Draws lines to fill in by hand, side by side, each with its caption below. */
function drawFillInLines(pdf: Pdf, captions: string[]) {
  ensureSpace(pdf, 70)
  const gap = 24
  const width = (pdf.right - pdf.left - gap * (captions.length - 1)) / captions.length
  const y = pdf.y + 44
  for (const [index, caption] of captions.entries()) {
    const x = pdf.left + index * (width + gap)
    drawArtifact(pdf, () =>
      pdf.doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(RULE)
        .stroke(),
    )
    drawTagged(pdf, pdf.root, 'P', () =>
      writeLine(pdf, caption, { x, y: y + 13 }, { size: 8.5, color: QUIET }),
    )
  }
  pdf.y = y + 24
}

const SMALL = { size: 8.5, color: QUIET }

/** Draws label and page number on the pages from `start` to before `end`, as artifacts that screen readers skip. */
function drawFooters(pdf: Pdf, label: string, { start, end }: { start: number; end: number }) {
  const { doc, left, right, bottom } = pdf
  const line = wrapText(pdf, label, right - left - 80, SMALL)[0] ?? ''
  for (let page = start; page < end; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    const y = bottom + 8
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.75).strokeColor(RULE).stroke()
    writeLine(pdf, line, { x: left, y: y + 16 }, SMALL)
    const number = `Page ${page - start + 1} of ${end - start}`
    writeLine(pdf, number, { x: right, y: y + 16, isRightAligned: true }, SMALL)
    doc.endMarkedContent()
  }
}
