import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'bold'

/** A font file of Noto Sans: one script in one weight. */
export interface FontFace {
  /** Font name in the PDF. */
  name: string
  font: Font
  /** True if glyphs are joined and reordered. Then the PDF also needs the original text. */
  isComplexScript: boolean
}

/** Supported scripts, most common first. Each has its own font file. */
const SCRIPTS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'greek',
  'vietnamese',
  'cyrillic-ext',
  'greek-ext',
  'devanagari',
  'bengali',
] as const
type Script = (typeof SCRIPTS)[number]

const loadedFaces = new Map<string, FontFace>()
const { resolve } = createRequire(import.meta.url)

/** Yields the faces of a weight, most common first. Loads a face at its first use and caches it. */
export function* listFaces(weight: Weight): Generator<FontFace> {
  for (const script of SCRIPTS) yield loadFace(script, weight)
}

function loadFace(script: Script, weight: Weight): FontFace {
  const name = `${script}-${weight}`
  const loaded = loadedFaces.get(name)
  if (loaded) return loaded
  const font = create(unpackWoff(readFileSync(resolve(findFontFile(script, weight)))))
  const isComplexScript = script === 'devanagari' || script === 'bengali'
  const face = { name, font, isComplexScript }
  loadedFaces.set(name, face)
  return face
}

/** Returns the font file. The Bengali face has no weight of 600. */
function findFontFile(script: Script, weight: Weight): string {
  if (script === 'bengali') {
    const file = `noto-sans-bengali-bengali-${weight === 'bold' ? 700 : 400}-normal.woff`
    return `@fontsource/noto-sans-bengali/files/${file}`
  }
  const file = `noto-sans-${script}-${weight === 'bold' ? 600 : 400}-normal.woff`
  return `@fontsource/noto-sans/files/${file}`
}

/** Converts WOFF to the uncompressed SFNT format, because fontkit would inflate a whole table for each glyph. */
function unpackWoff(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + 16 * tableCount)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(tableCount, 4)
  const chunks: Buffer[] = [header]
  let end = header.length
  for (let index = 0; index < tableCount; index++) {
    const entry = woff.subarray(44 + 20 * index)
    const offset = entry.readUInt32BE(4)
    const packed = woff.subarray(offset, offset + entry.readUInt32BE(8))
    const length = entry.readUInt32BE(12)
    const padding = Buffer.alloc(-length & 3)
    chunks.push(packed.length < length ? inflateSync(packed) : packed, padding)
    const target = header.subarray(12 + 16 * index)
    entry.copy(target, 0, 0, 4)
    entry.copy(target, 4, 16, 20)
    target.writeUInt32BE(end, 8)
    target.writeUInt32BE(length, 12)
    end += length + padding.length
  }
  return Buffer.concat(chunks)
}

/** Consecutive text in one font face. */
export interface Run {
  text: string
  face: FontFace
}

/** The character that replaces a character without a glyph, so that the gap is visible. */
const REPLACEMENT = '\uFFFD'

/** Invisible characters, such as direction marks. Excludes joiners, which affect shaping. */
const INVISIBLE = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into as few runs as possible. Replaces graphemes that no face can render. */
export function splitIntoRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text.normalize('NFC').replaceAll(INVISIBLE, ''))) {
    const previous = runs.at(-1)
    const face = findFace(segment, weight, previous?.face)
    const shown = face ? segment : REPLACEMENT
    const usedFace = face ?? (findFace(REPLACEMENT, weight) as FontFace)
    if (previous?.face === usedFace) previous.text += shown
    else runs.push({ text: shown, face: usedFace })
  }
  return runs
}

/** Finds a face for the grapheme. Prefers the previous face, so that spaces and punctuation do not split a run. */
function findFace(grapheme: string, weight: Weight, previous?: FontFace): FontFace | undefined {
  const codePoints = [...grapheme].map((character) => character.codePointAt(0) as number)
  const canRender = ({ font }: FontFace) =>
    codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))
  if (previous && canRender(previous)) return previous
  for (const face of listFaces(weight)) if (canRender(face)) return face
  return undefined
}
