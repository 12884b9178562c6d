import outlines from './outlines.json' with { type: 'json' }

/** Advance widths and outlines of glyphs, and kerning by letter pair, in thousandths of the font size. */
export interface Face {
  readonly glyphs: Readonly<Record<string, readonly [width: number, outline: string]>>
  readonly kerning: Readonly<Record<string, number>>
}

const faces = outlines as unknown as Readonly<Record<keyof typeof outlines, Face>>

/** Font size in units of the image, and font weight. */
export interface TextStyle {
  readonly size: number
  readonly weight: keyof typeof outlines
}

interface Glyph {
  readonly outline: string
  /** Distance from the start of the text, in thousandths of the font size. */
  readonly offset: number
}

/** Arranges glyphs. The width is in thousandths of the font size. Leaves out letters that the font lacks. */
function layOutGlyphs(text: string, { weight }: TextStyle) {
  const { glyphs, kerning } = faces[weight]
  const laidOut: Glyph[] = []
  let [offset, previous] = [0, '']
  for (const letter of selectAvailableLetters(text, weight)) {
    const [width, outline] = glyphs[letter] as Face['glyphs'][string]
    offset += kerning[previous + letter] ?? 0
    laidOut.push({ outline, offset })
    offset += width
    previous = letter
  }
  return { glyphs: laidOut, width: offset }
}

/** Returns the letters that the font has. Drops the accent of a letter that the font has only without it. */
function selectAvailableLetters(text: string, weight: TextStyle['weight']): string[] {
  const { glyphs } = faces[weight]
  return [...text.normalize('NFC')].flatMap((letter) => {
    const plain = letter.normalize('NFD').charAt(0)
    return [letter, plain].find((one) => Object.hasOwn(glyphs, one)) ?? []
  })
}

/** Removes letters that the font lacks, and collapses white space. */
export function removeMissingLetters(text: string, weight: TextStyle['weight']): string {
  return selectAvailableLetters(text.replaceAll(/\s+/g, ' '), weight)
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Returns the width of a text in units of the image. */
export function measureText(text: string, style: TextStyle): number {
  return (layOutGlyphs(text, style).width * style.size) / 1000
}

/** Renders a text as outlines with its baseline at (x, y). `anchor` is SVG's `text-anchor`. */
export function renderText(
  text: string,
  x: number,
  y: number,
  { anchor = 'start', fill, ...style }: TextStyle & { anchor?: string; fill: string },
): string {
  const { glyphs, width } = layOutGlyphs(text, style)
  const scale = style.size / 1000
  const left = x - width * scale * ({ middle: 0.5, end: 1 }[anchor] ?? 0)
  const paths = glyphs.map(({ outline, offset }) => outline && `<path d="m${offset} 0${outline}"/>`)
  return `<g fill="${fill}" transform="translate(${round(left)} ${round(y)}) scale(${round(scale)})">${paths.join('')}</g>`
}

const round = (value: number) => Number(value.toFixed(4))

/** Wraps a text into lines of at most this width. Breaks words at any letter if they are wider than a line. */
export function wrapText(text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const extended = line ? `${line} ${word}` : word
    if (measureText(extended, style) <= width) {
      line = extended
      continue
    }
    if (line) lines.push(line)
    const chunks = breakWord(word, width, style)
    line = chunks.pop() ?? ''
    lines.push(...chunks)
  }
  return line ? [...lines, line] : lines
}

function breakWord(word: string, width: number, style: TextStyle): string[] {
  const chunks = ['']
  for (const letter of word) {
    const extended = chunks.at(-1) + letter
    if (measureText(extended, style) <= width) chunks[chunks.length - 1] = extended
    else chunks.push(letter)
  }
  return chunks
}
