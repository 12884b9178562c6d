import { markOutline } from '@freehub/drawings/house/mark'
import type { Maker } from '../maker.ts'
import type { Paper } from './paper.ts'
import { decorate, rule, type Sheet, say } from './sheet.ts'
import { BLUE, INK, type Look, linesOf, QUIET, writeLine, writeLines } from './write.ts'

const NAME: Look = { size: 20, weight: 'bold' }
const SMALL: Look = { size: 8.5, colour: QUIET }
const TEXT: Look = { size: 10 }
/** An order's number stands in one line of it. */
const FACT: Look = { size: 9 }
const HEADING: Look = { size: 26, weight: 'bold' }

/** The letterhead, what the paper is, whom it is for, and its data. */
export function drawHead(sheet: Sheet, paper: Paper) {
  drawLetterhead(sheet, paper.maker)
  drawHeading(sheet, paper)
  const { left, right, y } = sheet
  const middle = left + (right - left) * 0.46
  const leftEnd = drawParty(sheet, paper.party, middle - left)
  sheet.y = y
  const rightEnd = drawFacts(sheet, paper.facts, middle + 24)
  sheet.y = Math.max(leftEnd, rightEnd) + 22
}

function drawLetterhead(sheet: Sheet, maker: Maker) {
  const { left, right, y } = sheet
  const half = (right - left) / 2
  drawMark(sheet, left + 13, y + 13, 26)
  const name = linesOf(sheet, maker.name, half - 36, NAME)
  let leftEnd = y
  say(sheet, sheet.root, 'P', () => {
    leftEnd = writeLines(sheet, name, { x: left + 34, y: y - 2 }, NAME)
  })
  const lines = [
    ...maker.address,
    maker.email,
    maker.telephone,
    ...(maker.taxId ? [`Tax id ${maker.taxId}`] : []),
  ].flatMap((line) => linesOf(sheet, line, half - 12, SMALL))
  let rightEnd = y
  say(sheet, sheet.root, 'P', () => {
    rightEnd = writeLines(sheet, lines, { x: right, y, right: true }, SMALL)
  })
  sheet.y = Math.max(leftEnd, rightEnd) + 10
  rule(sheet, sheet.y, { width: 1.5, colour: INK })
}

function drawMark(sheet: Sheet, x: number, y: number, size: number) {
  decorate(sheet, () =>
    sheet.doc
      .save()
      .translate(x, y)
      .scale(size / 32)
      .path(markOutline())
      .fillColor(BLUE)
      .fill('even-odd')
      .restore(),
  )
}

function drawHeading(sheet: Sheet, { heading, number }: Paper) {
  const y = sheet.y + 14
  say(sheet, sheet.root, 'H1', () => {
    writeLines(sheet, [heading], { x: sheet.left, y }, HEADING)
    if (number) {
      writeLine(sheet, number, { x: sheet.right, y: y + 29, right: true }, { ...HEADING, size: 18 })
    }
  })
  sheet.y = y + 48
}

/** Who lives far away has a long address: it is given as many lines as it needs. */
function drawParty(sheet: Sheet, { caption, lines }: Paper['party'], width: number): number {
  const { left: x } = sheet
  say(sheet, sheet.root, 'H2', () => {
    sheet.y = writeLines(sheet, [caption], { x, y: sheet.y }, SMALL)
  })
  const [name = '', ...others] = lines
  const wrapped = (text: string, look: Look) => linesOf(sheet, text, width, look)
  say(sheet, sheet.root, 'P', () => {
    const bold: Look = { ...TEXT, weight: 'bold' }
    sheet.y = writeLines(sheet, wrapped(name, bold), { x, y: sheet.y }, bold)
    const rest = others.flatMap((line) => wrapped(line, TEXT))
    sheet.y = writeLines(sheet, rest, { x, y: sheet.y }, TEXT)
  })
  return sheet.y
}

function drawFacts(sheet: Sheet, facts: Paper['facts'], x: number): number {
  const values = x + 64
  for (const [name, value] of facts) {
    const lines = linesOf(sheet, value, sheet.right - values, FACT)
    say(sheet, sheet.root, 'P', () => {
      writeLines(sheet, [name], { x, y: sheet.y + 1 }, SMALL)
      sheet.y = writeLines(sheet, lines, { x: values, y: sheet.y }, FACT) + 1
    })
  }
  return sheet.y
}
