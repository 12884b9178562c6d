/** A typed word as its tokens: '28/47-622' is 28, 47, 622. Empty for a context word. */
export type Word = string[]

/** Typed words in the terms of the catalog. */
export type Interpretation = Word[]

/** The numbers of words that a synonym, a compound or a competitor's number can have. */
export const TERM_LENGTHS = [1, 2, 3]
const MAX_INTERPRETATIONS = 12

/** Words of questions that do not describe a part: 'which chain do I need?'. */
const FILLER_WORDS =
  listWords(`a alternative am an and any are be buy can compatible do does equivalent find get have i is it its
  looking me my need of one or our please replace replacement show some something suitable that the these this use
  want what when where which will you your`)

/** Words after which a search names what the part is for: 'a chain for the cassette'. */
const CONTEXT_WORDS = listWords('at by fits for from in inside into on onto to with')

/** Competitors and their series. A number is a series only after its competitor. The shop's parts fit theirs. */
const COMPETITORS = listWords(`
  acera ace alfine alivio altus ace claris cues deore dura duraace grx hyperglide linkglide nexus shimano shimano105
  slx sora steps tiagra tourney ultegra xt xtr
  apex axs eagle force gx nx rival sram sx truvativ x01 xx1
  athena campagnolo campy centaur chorus ekar potenza record veloce
  conti continental hutchinson kenda marathon maxxis michelin panaracer pirelli schwalbe vittoria wtb
  avid clarks hayes hope jagwire koolstop magura promax swissstop tektro trp
  alexrims dt dtswiss exal mavic novatec rigida ryde sapim sturmey swiss
  brooks easton ergon fizik fsa prologo raceface renthal ritchey selle thomson
  axa bosch busch connex hebie kmc microshift muller neco pletscher sks sunrace taya thun topeak tubus wippermann yamaha`)

/** Other goods, and defects. Without this list, the search would correct them to similar words: bell to ball. */
const OTHER_GOODS = listWords(
  `barb basket battery bell belt bottle brush case charger crate dropper falling flag helmet hose lock lube mirror
  olive paint pannier pump skip slip strap tool trailer`,
)

/** Without this list, the search would correct colors that no part has: gold to good, pink to pin. */
export const COLORS = listWords(
  'beige blue bronze brown copper gold golden gray green grey orange pink purple red silver turquoise violet white yellow',
)

/**
 * Catalog terms with their trade terms, tokenized like a search: lower case, singular, hyphens between the tokens of a
 * word.
 */
const TRADE_TERMS = `
  406: 20 inch | 559: 26 inch, 26 | 584: 650b, 27.5 inch | 622: 28 inch, 29 inch, 700, 700c | 26-inch: 26er | 29-inch: 29er
  tube: inner tube | presta: french valve | schrader: car valve | valve: valve stem | rim tape: rim strip
  qr: quick release | quick-release: qr | centre lock: centerlock | 6-bolt: six bolt, iso 6 bolt
  brake shoe: brake block | linear-pull brake: v brake, rim brake | side-pull brake: caliper brake, rim brake
  disc rotor: brake disc, disc brake | disc pad: disc brake | disc caliper: disc brake | rotor: disc
  brake housing: brake outer, brake casing | shift housing: gear housing, gear casing, gear outer
  housing: cable outer, outer cable, cable casing, outer casing, casing
  shift cable: gear cable, gear inner, gear inner cable | cable: inner cable
  chainring: chainwheel | connecting link: master link, missing link, quick link | crankset: chainset | bottom bracket: bb
  derailleur: mech | pulley: jockey wheel | sprocket: cog | clipless: spd
  saddle: seat | seatpost: seatpin | bar tape: handlebar tape | star nut: star fangled nut | threadless: ahead
  headlight: front light, front lamp, headlamp | rear light: back light, tail light | light: lamp
  mudguard: fender | rack: carrier | stand: kickstand, side stand | aluminium: alloy, aluminum | e-bike: ebike`

const SYNONYMS = TRADE_TERMS.split(/[\n|]/).flatMap((entry) => {
  const [meaning = '', terms = ''] = entry.trim().split(': ')
  const words: Interpretation = meaning.split(' ').map((word) => word.split('-'))
  return terms.split(', ').map((term) => ({ term, words }))
})
/** Keyed by the joined tokens, so that 'v brake', 'v-brake' and 'vbrake' are equal. */
const MEANINGS = Map.groupBy(SYNONYMS, ({ term }) => term.replaceAll(' ', ''))
/** Tokens that the search does not correct, even if no part contains them. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...OTHER_GOODS,
  ...MEANINGS.keys(),
  ...SYNONYMS.flatMap(({ term }) => term.split(' ')),
])

/** True if the words are the name of a competitor or of its series. Ignores case and punctuation. */
export const isCompetitor = (text: string) => COMPETITORS.has(toLetters(text))

/** Classifies a typed word. 'other': neither a filler word nor a context word. Ignores case and punctuation. */
export function classifyWord(text: string): 'filler' | 'context' | 'other' {
  const letters = toLetters(text)
  if (FILLER_WORDS.has(letters)) return 'filler'
  return CONTEXT_WORDS.has(letters) ? 'context' : 'other'
}

const toLetters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function listWords(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Further meanings of adjacent words by their joined tokens: compounds, competitors' numbers and GTINs. */
export type Terms = Map<string, Interpretation[]>

/** Lists at most `MAX_INTERPRETATIONS` interpretations of the typed words. The first has the words as typed. */
export function interpretWords(words: Word[], terms: Terms): Interpretation[] {
  if (words.length === 0) return [[]]
  const interpretations = TERM_LENGTHS.filter((length) => length <= words.length).flatMap(
    (length) =>
      listMeanings(words.slice(0, length), terms).flatMap((meaning) =>
        interpretWords(words.slice(length), terms).map((rest) => [...meaning, ...rest]),
      ),
  )
  return interpretations.slice(0, MAX_INTERPRETATIONS)
}

/**
 * Lists the meanings of adjacent words as one term. A single word also means itself. 'bb' means bottom bracket; '25c'
 * and '700x25c' mean the ETRTO size 25-622.
 */
function listMeanings(words: Word[], terms: Terms): Interpretation[] {
  const [first = [], ...others] = words
  if (others.length === 0 && first.length === 0) return [words]
  if (words.some((word) => word.length === 0)) return []
  const term = words.flat().join('')
  const size = /^(?:700 )?(\d\d)(?: c)?$/.exec(first.join(' '))?.[1]
  return [
    ...(others.length === 0 ? [words] : []),
    ...(terms.get(term) ?? []),
    ...(MEANINGS.get(term) ?? []).map((synonym) => synonym.words),
    ...(size && first.length > 1 && others.length === 0 ? [[[size, '622']]] : []),
  ]
}
