/** A typed word as its tokens: '28/47-622' is 28, 47, 622. */
export type Word = string[]

/** Typed words in the terms of the catalogue. */
export type Interpretation = Word[]

/** Synonym terms and compounds have at most two words. */
const MAX_TERM_WORDS = 2
const MAX_INTERPRETATIONS = 12

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
const MEANINGS = new Map(
  Object.entries(SYNONYMS).map(([term, meanings]) => [
    term.replaceAll(' ', ''),
    meanings.map((meaning) => meaning.split(' ').map((word) => word.split('-'))),
  ]),
)
const SYNONYM_WORDS = new Set([
  ...MEANINGS.keys(),
  ...Object.keys(SYNONYMS).flatMap((term) => term.split(' ')),
])

/** True if the token occurs in a synonym, so that it is not misspelt. */
export function isSynonymWord(token: string): boolean {
  return SYNONYM_WORDS.has(token)
}

/** Lists the interpretations of typed words, first as typed. `compounds` contains known compounds. */
export function interpretWords(words: Word[], compounds: Set<string>): Interpretation[] {
  // from[n] holds the interpretations of the words from index n on.
  const from: Interpretation[][] = []
  from[words.length] = [[]]
  for (let n = words.length - 1; n >= 0; n--) {
    const lengths = Array.from({ length: MAX_TERM_WORDS }, (_, k) => k + 1)
    from[n] = lengths
      .flatMap((length) =>
        listMeanings(words.slice(n, n + length), compounds).flatMap((meaning) =>
          (from[n + length] ?? []).map((rest) => [...meaning, ...rest]),
        ),
      )
      .slice(0, MAX_INTERPRETATIONS)
  }
  return from[0] ?? []
}

/** 'bb' means bottom bracket; '25c' and '700x25c' mean the ETRTO size 25-622. */
function listMeanings(words: Word[], compounds: Set<string>): Interpretation[] {
  const compound = words.flat().join('')
  const [first = [], ...others] = words
  const size = /^(?:700 )?(\d\d)(?: c)?$/.exec(first.join(' '))?.[1]
  return [
    ...(others.length === 0 ? [words] : []),
    ...(others.length > 0 && compounds.has(compound) ? [[[compound]]] : []),
    ...(MEANINGS.get(compound) ?? []),
    ...(size && first.length > 1 && others.length === 0 ? [[[size, '622']]] : []),
  ]
}
