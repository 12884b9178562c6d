import { saidOtherwise, type Word } from './trade-words.ts'

/** Typed words as the catalogue may say them. */
export type Reading = Word[]

/** The longest of the trade's words has two, and so has one written apart. */
const WORDS_TOGETHER = 2
/** Each is looked for. */
const READINGS_AT_MOST = 12

/** All ways to read the words, as they are typed first. `joined`: pairs that are a known word. */
export function readingsOf(words: Word[], joined: Set<string>): Reading[] {
  // Of each word, the readings from there on; behind the last there is nothing to read.
  const from: Reading[][] = []
  from[words.length] = [[]]
  for (let place = words.length - 1; place >= 0; place--) {
    const readings: Reading[] = []
    for (let taken = 1; taken <= WORDS_TOGETHER && place + taken <= words.length; taken++) {
      const meanings = meaningsOf(words.slice(place, place + taken), joined)
      for (const meant of meanings)
        for (const rest of from[place + taken] ?? []) readings.push([...meant, ...rest])
    }
    from[place] = readings.slice(0, READINGS_AT_MOST)
  }
  return from[0] ?? []
}

function meaningsOf(words: Word[], joined: Set<string>): Reading[] {
  const together = words.flat().join('')
  return [
    ...(words.length === 1 ? [words] : []),
    ...(words.length > 1 && joined.has(together) ? [[[together]]] : []),
    ...saidOtherwise(words),
  ]
}
