import { type Run, splitIntoRuns, type Weight } from './font-faces.ts'
import type { Pdf } from './pdf.ts'

/** The style of a text. `size` is in points. */
export interface TextStyle {
  size: number
  weight?: Weight
  color?: string
}

/** Colour tokens of web/style/frame/themes.css. */
export const INK = '#111826'
export const QUIET = '#464d5b'
/** The colour of rules. It is darker than on the screen, so that a black and white printer shows it. */
export const RULE = '#8a939e'
export const BLUE = '#0337dc'
export const WELL = '#e7ecf0'

/** Line height relative to the font size, as in Noto Sans. Devanagari and Bengali need this height. */
const LINE_HEIGHT = 1.36

export const lineHeight = ({ size }: TextStyle): number => size * LINE_HEIGHT

/**
 * Wraps a text at line breaks and at `width`. Breaks a wider word after punctuation if possible, or
 * between any two letters.
 */
export function wrapText(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => wrapLine(pdf, line, width, style))
}

function wrapLine(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const candidate = line ? `${line} ${word}` : word
    if (measureText(pdf, candidate, style) <= width) {
      line = candidate
      continue
    }
    if (line) lines.push(line)
    const chunks = breakWord(pdf, word, width, style)
    line = chunks.pop() ?? ''
    lines.push(...chunks)
  }
  return [...lines, line]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function breakWord(pdf: Pdf, word: string, width: number, style: TextStyle): string[] {
  if (measureText(pdf, word, style) <= width) return [word]
  const chunks = ['']
  for (const { segment } of graphemes.segment(word)) {
    const candidate = chunks.at(-1) + segment
    if (measureText(pdf, candidate, style) <= width) chunks[chunks.length - 1] = candidate
    else {
      const [head, tail] = splitAtPunctuation(chunks.pop() ?? '')
      chunks.push(head, tail + segment)
    }
  }
  return chunks
}

/** Splits a word after its last punctuation mark, if this makes the first part longer than the second. */
function splitAtPunctuation(chunk: string): [head: string, tail: string] {
  const [, head = '', tail = ''] = /^(.+[@./_-])(.*)$/.exec(chunk) ?? []
  return head.length > tail.length ? [head, tail] : [chunk, '']
}

function measureText(pdf: Pdf, text: string, style: TextStyle): number {
  return splitIntoRuns(text, style.weight ?? 'regular').reduce(
    (width, run) => width + measureRun(pdf, run, style),
    0,
  )
}

function measureRun({ doc }: Pdf, { text, face }: Run, { size }: TextStyle): number {
  // PDFKit accepts a loaded font, but its type declarations do not.
  doc.font(face.font as never, face.name, size)
  return doc.widthOfString(text)
}

/** Writes one line with its baseline at y. The line starts at x, or ends at x if `isRightAligned`. */
export function writeLine(
  pdf: Pdf,
  text: string,
  { x, y, isRightAligned = false }: { x: number; y: number; isRightAligned?: boolean },
  style: TextStyle,
): void {
  const { doc } = pdf
  let runX = isRightAligned ? x - measureText(pdf, text, style) : x
  for (const run of splitIntoRuns(text, style.weight ?? 'regular')) {
    const width = measureRun(pdf, run, style)
    // Copying and screen readers use this text instead of the reordered glyphs.
    if (run.face.isComplexScript) doc.markContent('Span', { actual: run.text })
    doc.fillColor(style.color ?? INK)
    doc.text(run.text, runX, y, { lineBreak: false, baseline: 'alphabetic' })
    if (run.face.isComplexScript) doc.endMarkedContent()
    runX += width
  }
}

/** Writes lines downwards from y. Returns the y below them. */
export function writeLines(
  pdf: Pdf,
  lines: string[],
  { x, y, isRightAligned = false }: { x: number; y: number; isRightAligned?: boolean },
  style: TextStyle,
): number {
  const step = lineHeight(style)
  for (const [index, line] of lines.entries()) {
    // This centres capitals vertically in their line.
    writeLine(
      pdf,
      line,
      { x, y: y + step * index + step / 2 + style.size * 0.36, isRightAligned },
      style,
    )
  }
  return y + step * lines.length
}
