import { drawFooters } from './footers.ts'
import { drawHead } from './head.ts'
import type { Paper } from './paper.ts'
import { makeRoom, openSheet, rule, type Sheet, say } from './sheet.ts'
import { drawTable } from './table.ts'
import { INK, type Look, lineHeight, linesOf, QUIET, RULE, writeLine, writeLines } from './write.ts'

const TEXT: Look = { size: 10 }
const TOTAL: Look = { size: 18, weight: 'bold' }

/** Lays a paper out and answers it as a PDF, tagged for those who have it read to them. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  const title = paper.number ? `${paper.heading} ${paper.number}` : paper.heading
  const sheet = openSheet(paper.size, { title, author: paper.maker.name, date: paper.date })
  const written = collected(sheet)
  drawHead(sheet, paper)
  drawTable(sheet, paper)
  if (paper.total) drawTotal(sheet, paper.total)
  for (const note of paper.notes) drawNote(sheet, note)
  if (paper.blanks.length > 0) drawBlanks(sheet, paper.blanks)
  sheet.root.end()
  drawFooters(sheet, `${paper.maker.name} · ${title}`)
  sheet.doc.end()
  return written
}

async function collected({ doc }: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function drawTotal(sheet: Sheet, [name, value]: [string, string]) {
  const height = lineHeight(TOTAL)
  makeRoom(sheet, height + 20)
  rule(sheet, sheet.y, { width: 1.5, colour: INK })
  const y = sheet.y + 6
  say(sheet, sheet.root, 'P', () => {
    writeLines(sheet, [name], { x: sheet.left, y: y + 7 }, { ...TEXT, weight: 'bold' })
    writeLines(sheet, [value], { x: sheet.right, y, right: true }, TOTAL)
  })
  sheet.y = y + height + 14
}

function drawNote(sheet: Sheet, note: string) {
  const lines = linesOf(sheet, note, sheet.right - sheet.left, TEXT)
  makeRoom(sheet, lineHeight(TEXT) * lines.length)
  say(sheet, sheet.root, 'P', () => {
    sheet.y = writeLines(sheet, lines, { x: sheet.left, y: sheet.y }, TEXT)
  })
  sheet.y += 4
}

/** Side by side, each with a line to write on and what goes there beneath. */
function drawBlanks(sheet: Sheet, blanks: string[]) {
  makeRoom(sheet, 70)
  const gap = 24
  const width = (sheet.right - sheet.left - gap * (blanks.length - 1)) / blanks.length
  const y = sheet.y + 44
  for (const [place, blank] of blanks.entries()) {
    const x = sheet.left + place * (width + gap)
    sheet.doc.markContent('Artifact', { type: 'Layout' })
    sheet.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .strokeColor(RULE)
      .stroke()
    sheet.doc.endMarkedContent()
    say(sheet, sheet.root, 'P', () =>
      writeLine(sheet, blank, { x, y: y + 13 }, { size: 8.5, colour: QUIET }),
    )
  }
  sheet.y = y + 24
}
