import type { Weight } from './faces.ts'
import { type Run, runsOf } from './runs.ts'
import type { Sheet } from './sheet.ts'

/** How text looks: its size in points, how heavy it is, and its colour. */
export interface Look {
  size: number
  weight?: Weight
  colour?: string
}

/** The tokens of web/style/frame/themes.css on paper. */
export const INK = '#111826'
export const QUIET = '#464d5b'
export const RULE = '#cbd2d9'
export const BLUE = '#0337dc'
export const WELL = '#e7ecf0'

/** From one baseline to the next. Devanagari and Bengali reach further up and down than Latin. */
const LINE = 1.5

export const lineHeight = ({ size }: Look): number => size * LINE

/** A text broken into lines of this width, and where it breaks itself; a wider word breaks behind a sign, or anywhere. */
export function linesOf(sheet: Sheet, text: string, width: number, look: Look): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => wrapped(sheet, line, width, look))
}

function wrapped(sheet: Sheet, text: string, width: number, look: Look): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(sheet, longer, look) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    const pieces = piecesOf(sheet, word, width, look)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  return [...lines, line]
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function piecesOf(sheet: Sheet, word: string, width: number, look: Look): string[] {
  if (widthOf(sheet, word, look) <= width) return [word]
  const pieces = ['']
  for (const { segment } of letters.segment(word)) {
    const longer = pieces.at(-1) + segment
    if (widthOf(sheet, longer, look) <= width) pieces[pieces.length - 1] = longer
    else {
      const [kept, carried] = atLastJoint(pieces.pop() ?? '')
      pieces.push(kept, carried + segment)
    }
  }
  return pieces
}

/** An e-mail address, or a name with a hyphen, breaks behind a sign rather than within its words. */
function atLastJoint(piece: string): [kept: string, carried: string] {
  const [, kept = '', carried = ''] = /^(.+[@./_-])(.*)$/.exec(piece) ?? []
  return kept.length > carried.length ? [kept, carried] : [piece, '']
}

function widthOf(sheet: Sheet, text: string, look: Look): number {
  return runsOf(text, look.weight ?? 'regular').reduce(
    (width, run) => width + runWidth(sheet, run, look),
    0,
  )
}

function runWidth({ doc }: Sheet, { text, face }: Run, { size }: Look): number {
  // The types know files alone; a font that is open already is taken as it is.
  doc.font(face.font as never, face.name, size)
  return doc.widthOfString(text)
}

/** Writes one line, its baseline at y, beginning at x or, `right`, ending there. */
export function writeLine(
  sheet: Sheet,
  text: string,
  { x, y, right = false }: { x: number; y: number; right?: boolean },
  look: Look,
): void {
  const { doc } = sheet
  let at = right ? x - widthOf(sheet, text, look) : x
  for (const run of runsOf(text, look.weight ?? 'regular')) {
    const width = runWidth(sheet, run, look)
    // Who copies it, or has it read aloud, gets the letters in the order in which they were typed.
    if (run.face.isJoined) doc.markContent('Span', { actual: run.text })
    doc.fillColor(look.colour ?? INK)
    doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
    if (run.face.isJoined) doc.endMarkedContent()
    at += width
  }
}

/** Writes lines from the top at y down; answers where they end. */
export function writeLines(
  sheet: Sheet,
  lines: string[],
  { x, y, right = false }: { x: number; y: number; right?: boolean },
  look: Look,
): number {
  const step = lineHeight(look)
  for (const [place, line] of lines.entries()) {
    // The baseline, so that capitals stand in the middle of their line.
    writeLine(sheet, line, { x, y: y + step * place + step / 2 + look.size * 0.36, right }, look)
  }
  return y + step * lines.length
}
