import outlines from './outlines.json' with { type: 'json' }

/** Of each letter how wide it is and its outline, and what pairs move together: in thousandths of its size. */
export interface Face {
  readonly glyphs: Readonly<Record<string, readonly [width: number, outline: string]>>
  readonly kerning: Readonly<Record<string, number>>
}

const faces = outlines as unknown as Readonly<Record<keyof typeof outlines, Face>>

/** How text is lettered: its size in the picture's units, and how heavy it is. */
export interface Lettering {
  readonly size: number
  readonly weight: keyof typeof outlines
}

interface Glyph {
  readonly outline: string
  /** How far from the beginning it stands, in thousandths. */
  readonly at: number
}

/** The glyphs of a text, and its width in thousandths. Letters that the face does not have are left out. */
function set(text: string, { weight }: Lettering) {
  const { glyphs, kerning } = faces[weight]
  const known: Glyph[] = []
  let [at, before] = [0, '']
  for (const letter of lettersOf(text, weight)) {
    const [width, outline] = glyphs[letter] as Face['glyphs'][string]
    at += kerning[before + letter] ?? 0
    known.push({ outline, at })
    at += width
    before = letter
  }
  return { glyphs: known, width: at }
}

/** The letters of a text as the face has them: with their accents, else without, else not at all. */
function lettersOf(text: string, weight: Lettering['weight']): string[] {
  const { glyphs } = faces[weight]
  return [...text.normalize('NFC')].flatMap((letter) => {
    const plain = letter.normalize('NFD').charAt(0)
    return [letter, plain].find((one) => Object.hasOwn(glyphs, one)) ?? []
  })
}

/** What of a text can be lettered, its white space made single. */
export function letterable(text: string, weight: Lettering['weight']): string {
  return lettersOf(text.replaceAll(/\s+/g, ' '), weight).join('').replaceAll(/ +/g, ' ').trim()
}

/** How wide a text stands. */
export function widthOf(text: string, lettering: Lettering): number {
  return (set(text, lettering).width * lettering.size) / 1000
}

/** A text as outlines, its baseline at (x, y); `anchor` says which part of it stands at x. */
export function lettered(
  text: string,
  x: number,
  y: number,
  { anchor = 'start', fill, ...lettering }: Lettering & { anchor?: string; fill: string },
): string {
  const { glyphs, width } = set(text, lettering)
  const scale = lettering.size / 1000
  const left = x - width * scale * ({ middle: 0.5, end: 1 }[anchor] ?? 0)
  const paths = glyphs.map(({ outline, at }) => outline && `<path d="m${at} 0${outline}"/>`)
  return `<g fill="${fill}" transform="translate(${short(left)} ${short(y)}) scale(${short(scale)})">${paths.join('')}</g>`
}

const short = (value: number) => Number(value.toFixed(4))

/** A text broken into lines of this width; a word that is wider is broken wherever it must be. */
export function linesOf(text: string, width: number, lettering: Lettering): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer, lettering) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    const pieces = piecesOf(word, width, lettering)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  return line ? [...lines, line] : lines
}

function piecesOf(word: string, width: number, lettering: Lettering): string[] {
  const pieces = ['']
  for (const letter of word) {
    const longer = pieces.at(-1) + letter
    if (widthOf(longer, lettering) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(letter)
  }
  return pieces
}
