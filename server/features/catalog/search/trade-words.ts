/** A word that was typed, as its pieces: '28/47-622' is 28, 47, 622. */
export type Word = string[]

/**
 * What the trade says, and what the catalogue calls it: any of these. Both are cut as the search
 * cuts them, small and without plurals; a hyphen holds pieces together.
 */
const TRADE_WORDS: Record<string, string[]> = {
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

/** By their pieces run together: 'v brake', 'v-brake' and 'vbrake' are one. */
const meanings = new Map(
  Object.entries(TRADE_WORDS).map(([said, meant]) => [
    said.replaceAll(' ', ''),
    meant.map(wordsOf),
  ]),
)
const partsOfTradeWords = new Set(Object.keys(TRADE_WORDS).flatMap((said) => said.split(' ')))

/** Whether it is of the trade's words: then it is not misspelt. */
export function isTradeWord(piece: string): boolean {
  return partsOfTradeWords.has(piece) || meanings.has(piece)
}

/** What else these words may mean together, each meaning as words: 'bb' is bottom bracket. */
export function saidOtherwise(words: Word[]): Word[][] {
  const [first = [], ...others] = words
  const size = others.length === 0 ? etrtoOf(first) : undefined
  return [...(meanings.get(words.flat().join('')) ?? []), ...(size ? [[size]] : [])]
}

/** '25c' and '700x25c' are tyres and tubes for 25-622. */
function etrtoOf(word: Word): Word | undefined {
  const [, width] = /^(?:700 )?(\d\d)(?: c)?$/.exec(word.join(' ')) ?? []
  return width && word.length > 1 ? [width, '622'] : undefined
}

function wordsOf(said: string): Word[] {
  return said.split(' ').map((word) => word.split('-'))
}
