import { type Face, faces, type Weight } from './faces.ts'

/** A piece of text that one face can say. */
export interface Run {
  text: string
  face: Face
}

/** Stands for what no face can say: that something is missing must be seen. */
const REPLACEMENT = '\uFFFD'

/** Marks of direction and variants of signs: unseen, so not missed. Joiners stay, for they shape letters. */
const UNSEEN = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text in the fewest pieces that one face each can say; what none can is replaced, letter by letter. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const { segment } of letters.segment(text.normalize('NFC').replaceAll(UNSEEN, ''))) {
    const before = runs.at(-1)
    const face = faceFor(segment, weight, before?.face)
    const said = face ? segment : REPLACEMENT
    const of = face ?? (faceFor(REPLACEMENT, weight) as Face)
    if (before?.face === of) before.text += said
    else runs.push({ text: said, face: of })
  }
  return runs
}

/** The face before goes on where it can, so that no word is broken for a blank or a full stop. */
function faceFor(letter: string, weight: Weight, before?: Face): Face | undefined {
  const points = [...letter].map((sign) => sign.codePointAt(0) as number)
  const says = ({ font }: Face) => points.every((point) => font.hasGlyphForCodePoint(point))
  if (before && says(before)) return before
  for (const face of faces(weight)) if (says(face)) return face
  return undefined
}
