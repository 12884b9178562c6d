/** A typed word as its tokens: '28/47-622' is 28, 47, 622. */
export type Word = string[]

/**
 * Catalogue terms by trade term. Both are tokenized like a search: lower case, singular, with hyphens between
 * tokens of one word.
 */
const SYNONYMS: Record<string, string[]> = {
  '26er': ['26-inch'],
  '29er': ['29-inch'],
  '650b': ['584'],
  '700': ['622'],
  '700c': ['622'],
  ahead: ['threadless'],
  'back light': ['rear light'],
  bb: ['bottom bracket'],
  'brake block': ['brake shoe'],
  'brake disc': ['disc rotor'],
  'cable outer': ['housing'],
  'caliper brake': ['side-pull brake'],
  'car valve': ['schrader'],
  carrier: ['rack'],
  centerlock: ['centre lock'],
  chainset: ['crankset'],
  chainwheel: ['chainring'],
  cog: ['sprocket'],
  disc: ['rotor'],
  'disc brake': ['disc rotor', 'disc pad', 'disc caliper'],
  ebike: ['e-bike'],
  fender: ['mudguard'],
  'french valve': ['presta'],
  'front light': ['headlight'],
  'gear cable': ['shift cable'],
  'gear housing': ['shift housing'],
  'handlebar tape': ['bar tape'],
  headlamp: ['headlight'],
  'inner cable': ['cable'],
  'inner tube': ['tube'],
  'jockey wheel': ['pulley'],
  kickstand: ['stand'],
  lamp: ['light'],
  'master link': ['connecting link'],
  mech: ['derailleur'],
  'outer cable': ['housing'],
  'quick link': ['connecting link'],
  qr: ['quick-release'],
  'rim brake': ['linear-pull brake', 'side-pull brake'],
  'rim strip': ['rim tape'],
  seat: ['saddle'],
  seatpin: ['seatpost'],
  spd: ['clipless'],
  'tail light': ['rear light'],
  'v brake': ['linear-pull brake'],
}

/** Keyed by the joined tokens, so that 'v brake', 'v-brake' and 'vbrake' are equal. */
const meanings = new Map(
  Object.entries(SYNONYMS).map(([term, meant]) => [
    term.replaceAll(' ', ''),
    meant.map(splitWords),
  ]),
)
const synonymWords = new Set(Object.keys(SYNONYMS).flatMap((term) => term.split(' ')))

/** True if the token occurs in a synonym, so that it is not misspelt. */
export function isSynonymWord(piece: string): boolean {
  return synonymWords.has(piece) || meanings.has(piece)
}

/** Finds other terms for these words: 'bb' means bottom bracket. */
export function findSynonyms(words: Word[]): Word[][] {
  const [first = [], ...others] = words
  const size = others.length === 0 ? toEtrto(first) : undefined
  return [...(meanings.get(words.flat().join('')) ?? []), ...(size ? [[size]] : [])]
}

/** Converts '25c' and '700x25c' to the ETRTO size 25-622. */
function toEtrto(word: Word): Word | undefined {
  const [, width] = /^(?:700 )?(\d\d)(?: c)?$/.exec(word.join(' ')) ?? []
  return width && word.length > 1 ? [width, '622'] : undefined
}

function splitWords(term: string): Word[] {
  return term.split(' ').map((word) => word.split('-'))
}
