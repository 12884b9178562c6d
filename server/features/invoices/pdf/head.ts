import { logoOutlineData } from '@freehub/drawings/brand/logo'
import type { DocumentContent, Maker } from './document-content.ts'
import { drawArtifact, drawRule, drawTagged, type Sheet } from './sheet.ts'
import { BLUE, INK, QUIET, type TextStyle, wrapText, writeLine, writeLines } from './write.ts'

const NAME: TextStyle = { size: 20, weight: 'bold' }
const SMALL: TextStyle = { size: 8.5, color: QUIET }
const TEXT: TextStyle = { size: 10 }
/** The style of facts. At this size, an order id fits on one line. */
const FACT: TextStyle = { size: 9 }
const HEADING: TextStyle = { size: 22, weight: 'bold' }

/** Draws the letterhead, heading, party and facts. */
export function drawHead(sheet: Sheet, content: DocumentContent) {
  drawLetterhead(sheet, content.maker)
  drawHeading(sheet, content)
  const { left, right, y } = sheet
  const middle = left + (right - left) * 0.46
  const leftEnd = drawParty(sheet, content.party, middle - left)
  sheet.y = y
  const rightEnd = drawFacts(sheet, content.facts, middle + 24)
  sheet.y = Math.max(leftEnd, rightEnd) + 14
}

function drawLetterhead(sheet: Sheet, maker: Maker) {
  const { left, right, y } = sheet
  const half = (right - left) / 2
  drawLogo(sheet, left + 13, y + 13, 26)
  const name = wrapText(sheet, maker.name, half - 36, NAME)
  let leftEnd = y
  drawTagged(sheet, sheet.root, 'P', () => {
    leftEnd = writeLines(sheet, name, { x: left + 34, y: y - 2 }, NAME)
  })
  const lines = [
    ...maker.address,
    `${maker.email} · ${maker.telephone}`,
    ...(maker.taxId ? [`Tax ID ${maker.taxId}`] : []),
  ].flatMap((line) => wrapText(sheet, line, half - 12, SMALL))
  let rightEnd = y
  drawTagged(sheet, sheet.root, 'P', () => {
    rightEnd = writeLines(sheet, lines, { x: right, y, isRightAligned: true }, SMALL)
  })
  sheet.y = Math.max(leftEnd, rightEnd) + 10
  drawRule(sheet, sheet.y, { width: 1.5, color: INK })
}

function drawLogo(sheet: Sheet, x: number, y: number, size: number) {
  drawArtifact(sheet, () =>
    sheet.doc
      .save()
      .translate(x, y)
      .scale(size / 32)
      .path(logoOutlineData())
      .fillColor(BLUE)
      .fill('even-odd')
      .restore(),
  )
}

function drawHeading(sheet: Sheet, { heading, number }: DocumentContent) {
  const y = sheet.y + 8
  drawTagged(sheet, sheet.root, 'H1', () => {
    writeLines(sheet, [heading], { x: sheet.left, y }, HEADING)
    if (number) {
      writeLine(
        sheet,
        number,
        { x: sheet.right, y: y + 23, isRightAligned: true },
        { ...HEADING, size: 16 },
      )
    }
  })
  sheet.y = y + 36
}

function drawParty(
  sheet: Sheet,
  { caption, lines }: DocumentContent['party'],
  width: number,
): number {
  const { left: x } = sheet
  drawTagged(sheet, sheet.root, 'H2', () => {
    sheet.y = writeLines(sheet, [caption], { x, y: sheet.y }, SMALL)
  })
  const [name = '', ...otherLines] = lines
  const wrap = (text: string, style: TextStyle) => wrapText(sheet, text, width, style)
  drawTagged(sheet, sheet.root, 'P', () => {
    const bold: TextStyle = { ...TEXT, weight: 'bold' }
    sheet.y = writeLines(sheet, wrap(name, bold), { x, y: sheet.y }, bold)
    const rest = otherLines.flatMap((line) => wrap(line, TEXT))
    sheet.y = writeLines(sheet, rest, { x, y: sheet.y }, TEXT)
  })
  return sheet.y
}

function drawFacts(sheet: Sheet, facts: DocumentContent['facts'], x: number): number {
  const valueX = x + 64
  for (const [name, value] of facts) {
    const lines = wrapText(sheet, value, sheet.right - valueX, FACT)
    drawTagged(sheet, sheet.root, 'P', () => {
      writeLines(sheet, [name], { x, y: sheet.y + 1 }, SMALL)
      sheet.y = writeLines(sheet, lines, { x: valueX, y: sheet.y }, FACT) + 1
    })
  }
  return sheet.y
}
