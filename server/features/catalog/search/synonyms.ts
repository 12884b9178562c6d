/** A typed word as its tokens: '28/47-622' is 28, 47, 622. Empty for a context word. */
export type Word = string[]

/** Typed words in the terms of the catalogue. */
export type Interpretation = Word[]

/** Synonyms, compounds and numbers have at most this many words. */
export const MAX_TERM_WORDS = 3
const MAX_INTERPRETATIONS = 12

/** Words of questions that say nothing about a part: 'which chain do I need?'. */
const FILLER_WORDS =
  listWords(`a am an and any are be buy can do does find get have i is it its looking me my need of
  one or our please show some that the these this use want what when where which will you your`)

/** Words before what a part belongs to: 'a chain for the cassette'. */
const CONTEXT_WORDS = listWords('at by fits for from in inside into on onto to with')

/**
 * Catalogue terms by trade term. Both are tokenized like a search: lower case, singular, with hyphens between
 * tokens of one word.
 */
const SYNONYMS: Record<string, string[]> = {
  '20 inch': ['406'],
  '26 inch': ['559'],
  '26er': ['26-inch'],
  '28 inch': ['622'],
  '29 inch': ['622'],
  '29er': ['29-inch'],
  '650b': ['584'],
  '700': ['622'],
  '700c': ['622'],
  ahead: ['threadless'],
  alloy: ['aluminium'],
  aluminum: ['aluminium'],
  'back light': ['rear light'],
  bb: ['bottom bracket'],
  'brake block': ['brake shoe'],
  'brake disc': ['disc rotor'],
  'brake outer': ['brake housing'],
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
  'quick release': ['qr'],
  qr: ['quick-release'],
  'rim brake': ['linear-pull brake', 'side-pull brake'],
  'rim strip': ['rim tape'],
  seat: ['saddle'],
  seatpin: ['seatpost'],
  'six bolt': ['6-bolt'],
  spd: ['clipless'],
  'star fangled nut': ['star nut'],
  'tail light': ['rear light'],
  'v brake': ['linear-pull brake'],
  'valve stem': ['valve'],
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

/** 'other' for a word that describes a part. Fillers and context words are compared without punctuation. */
export function classifyWord(text: string): 'filler' | 'context' | 'other' {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (FILLER_WORDS.has(letters)) return 'filler'
  return CONTEXT_WORDS.has(letters) ? 'context' : 'other'
}

function listWords(text: string): Set<string> {
  return new Set(text.split(/\s+/))
}

/** Further meanings of adjacent words by their joined tokens: compounds, and numbers of other makers. */
export type Terms = Map<string, Interpretation[]>

/** Lists the interpretations of typed words, first as typed. */
export function interpretWords(words: Word[], terms: Terms): Interpretation[] {
  // from[n] holds the interpretations of the words from index n on.
  const from: Interpretation[][] = []
  from[words.length] = [[]]
  for (let n = words.length - 1; n >= 0; n--) {
    const lengths = Array.from({ length: MAX_TERM_WORDS }, (_, k) => k + 1)
    from[n] = lengths
      .flatMap((length) =>
        listMeanings(words.slice(n, n + length), terms).flatMap((meaning) =>
          (from[n + length] ?? []).map((rest) => [...meaning, ...rest]),
        ),
      )
      .slice(0, MAX_INTERPRETATIONS)
  }
  return from[0] ?? []
}

/** 'bb' means bottom bracket; '25c' and '700x25c' mean the ETRTO size 25-622. */
function listMeanings(words: Word[], terms: Terms): Interpretation[] {
  const [first = [], ...others] = words
  if (others.length === 0 && first.length === 0) return [words]
  if (words.some((word) => word.length === 0)) return []
  const term = words.flat().join('')
  const size = /^(?:700 )?(\d\d)(?: c)?$/.exec(first.join(' '))?.[1]
  return [
    ...(others.length === 0 ? [words] : []),
    ...(terms.get(term) ?? []),
    ...(MEANINGS.get(term) ?? []),
    ...(size && first.length > 1 && others.length === 0 ? [[[size, '622']]] : []),
  ]
}
