import { type FontFace, listFaces, type Weight } from './font-faces.ts'

/** Consecutive text in one font face. */
export interface Run {
  text: string
  face: FontFace
}

/** Replaces characters that no face contains, so that the gap is visible. */
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

/** Prefers the previous face, so that spaces and punctuation do not split a run. */
function findFace(grapheme: string, weight: Weight, previous?: FontFace): FontFace | undefined {
  const codePoints = [...grapheme].map((character) => character.codePointAt(0) as number)
  const canRender = ({ font }: FontFace) =>
    codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))
  if (previous && canRender(previous)) return previous
  for (const face of listFaces(weight)) if (canRender(face)) return face
  return undefined
}
