import { logoOutlineData } from '@freehub/drawings/brand/logo'
import type { DocumentContent, Maker } from './document-content.ts'
import { drawArtifact, drawRule, drawTagged, type Pdf } from './pdf.ts'
import { BLUE, INK, QUIET, type TextStyle, wrapText, writeLine, writeLines } from './text.ts'

const NAME: TextStyle = { size: 20, weight: 'bold' }
const SMALL: TextStyle = { size: 8.5, color: QUIET }
const TEXT: TextStyle = { size: 10 }
/** The style of facts. At this size, an order id fits on one line. */
const FACT: TextStyle = { size: 9 }
const HEADING: TextStyle = { size: 22, weight: 'bold' }

/** Returns the x coordinate at which the facts and the labels of the sums and the total begin. */
export const secondColumn = ({ left, right }: Pdf): number => left + (right - left) * 0.48

export function drawHead(pdf: Pdf, content: DocumentContent) {
  drawLetterhead(pdf, content.maker)
  drawHeading(pdf, content)
  const { left, y } = pdf
  const x = secondColumn(pdf)
  const leftEnd = drawParty(pdf, content.party, x - 24 - left)
  pdf.y = y
  const rightEnd = drawFacts(pdf, content.facts, x)
  pdf.y = Math.max(leftEnd, rightEnd) + 14
}

function drawLetterhead(pdf: Pdf, maker: Maker) {
  const { left, right, y } = pdf
  const half = (right - left) / 2
  drawLogo(pdf, left + 13, y + 13, 26)
  const name = wrapText(pdf, maker.name, half - 36, NAME)
  let leftEnd = y
  drawTagged(pdf, pdf.root, 'P', () => {
    leftEnd = writeLines(pdf, name, { x: left + 34, y: y - 2 }, NAME)
  })
  const lines = [
    maker.name,
    maker.address.join(', '),
    `${maker.email} · ${maker.telephone}`,
    ...(maker.taxId ? [`Tax ID ${maker.taxId}`] : []),
  ].flatMap((line) => wrapText(pdf, line, half - 12, SMALL))
  let rightEnd = y
  drawTagged(pdf, pdf.root, 'P', () => {
    rightEnd = writeLines(pdf, lines, { x: right, y, isRightAligned: true }, SMALL)
  })
  pdf.y = Math.max(leftEnd, rightEnd) + 10
  drawRule(pdf, pdf.y, { width: 1.5, color: INK })
}

function drawLogo(pdf: Pdf, x: number, y: number, size: number) {
  drawArtifact(pdf, () =>
    pdf.doc
      .save()
      .translate(x, y)
      .scale(size / 32)
      .path(logoOutlineData())
      .fillColor(BLUE)
      .fill('even-odd')
      .restore(),
  )
}

function drawHeading(pdf: Pdf, { heading, number, state }: DocumentContent) {
  const y = pdf.y + 8
  drawTagged(pdf, pdf.root, 'H1', () => {
    writeLines(pdf, [heading], { x: pdf.left, y }, HEADING)
    if (number) {
      writeLine(
        pdf,
        number,
        { x: pdf.right, y: y + 23, isRightAligned: true },
        { ...HEADING, size: 16 },
      )
    }
  })
  pdf.y = y + 36
  if (!state) return
  drawTagged(pdf, pdf.root, 'P', () => {
    const at = { x: pdf.right, y: pdf.y - 6, isRightAligned: true }
    pdf.y = writeLines(pdf, [state], at, { ...FACT, weight: 'bold' }) + 4
  })
}

/** Draws the recipient on the left. Returns the y coordinate below. */
function drawParty(pdf: Pdf, { caption, lines }: DocumentContent['party'], width: number): number {
  const { left: x } = pdf
  drawTagged(pdf, pdf.root, 'H2', () => {
    pdf.y = writeLines(pdf, [caption], { x, y: pdf.y }, SMALL)
  })
  const [name = '', ...otherLines] = lines
  const wrap = (text: string, style: TextStyle) => wrapText(pdf, text, width, style)
  drawTagged(pdf, pdf.root, 'P', () => {
    const bold: TextStyle = { ...TEXT, weight: 'bold' }
    pdf.y = writeLines(pdf, wrap(name, bold), { x, y: pdf.y }, bold)
    const rest = otherLines.flatMap((line) => wrap(line, TEXT))
    pdf.y = writeLines(pdf, rest, { x, y: pdf.y }, TEXT)
  })
  return pdf.y
}

/** Draws names and values on the right. Returns the y coordinate below. */
function drawFacts(pdf: Pdf, facts: DocumentContent['facts'], x: number): number {
  const valueX = x + 72
  for (const [name, value] of facts) {
    const lines = wrapText(pdf, value, pdf.right - valueX, FACT)
    drawTagged(pdf, pdf.root, 'P', () => {
      writeLines(pdf, [name], { x, y: pdf.y + 0.5 }, SMALL)
      pdf.y = writeLines(pdf, lines, { x: valueX, y: pdf.y }, FACT) + 1
    })
  }
  return pdf.y
}
