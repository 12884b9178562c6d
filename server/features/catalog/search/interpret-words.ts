import { findSynonyms, type Word } from './synonyms.ts'

/** Typed words in the terms of the catalogue. */
export type Interpretation = Word[]

/** Synonym terms and compounds have at most two words. */
const MAX_TERM_WORDS = 2
const MAX_INTERPRETATIONS = 12

/** Lists the interpretations of typed words, first as typed. `joined` contains known compounds. */
export function interpretWords(words: Word[], joined: Set<string>): Interpretation[] {
  // from[n] holds the interpretations of the words from index n on.
  const from: Interpretation[][] = []
  from[words.length] = [[]]
  for (let place = words.length - 1; place >= 0; place--) {
    const interpretations: Interpretation[] = []
    for (let taken = 1; taken <= MAX_TERM_WORDS && place + taken <= words.length; taken++) {
      const meanings = listMeanings(words.slice(place, place + taken), joined)
      for (const meaning of meanings)
        for (const rest of from[place + taken] ?? []) interpretations.push([...meaning, ...rest])
    }
    from[place] = interpretations.slice(0, MAX_INTERPRETATIONS)
  }
  return from[0] ?? []
}

function listMeanings(words: Word[], joined: Set<string>): Interpretation[] {
  const together = words.flat().join('')
  return [
    ...(words.length === 1 ? [words] : []),
    ...(words.length > 1 && joined.has(together) ? [[[together]]] : []),
    ...findSynonyms(words),
  ]
}
