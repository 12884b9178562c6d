/** A word that parts are described with. `naming`: one that names parts or families. */
export interface KnownWord {
  word: string
  naming: boolean
}

/**
 * The known word that a misspelt one most likely means, or none: one slip in a short word, two in a
 * longer one. People are often still typing, so the beginning of a word counts like a word, though
 * a whole word is likelier; so are words that begin alike, words that name parts, and words of which
 * but letters were left out.
 */
export function nearestWord(typed: string, known: KnownWord[]): string | undefined {
  const most = slipsAllowed(typed)
  const [best] = known
    .map((one) => ({ ...one, slips: slipsToMean(typed, one.word) }))
    .filter(({ slips, word }) => slips <= most && !beginsOtherwise(typed, word))
    .sort(
      (a, b) =>
        Math.floor(a.slips) - Math.floor(b.slips) ||
        Number(startsAlike(b.word, typed)) - Number(startsAlike(a.word, typed)) ||
        a.slips - b.slips ||
        Number(b.naming) - Number(a.naming) ||
        Number(isShortFor(typed, b.word)) - Number(isShortFor(typed, a.word)) ||
        (a.word < b.word ? -1 : 1),
    )
  return best?.word
}

/** From so many letters on a word is long. */
const LONG_WORD = 7
/** Shorter words are near too many others to be guessed at. */
export const LEAST_LETTERS = 4

function slipsAllowed(typed: string): number {
  if (typed.length < LEAST_LETTERS) return 0
  return typed.length < LONG_WORD ? 1.5 : 2.5
}

function slipsToMean(typed: string, word: string): number {
  const whole = slipsBetween(typed, word)
  if (typed.length < 5 || word.length <= typed.length) return whole
  const begun = [typed.length - 1, typed.length, typed.length + 1].map((length) =>
    slipsBetween(typed, word.slice(0, length)),
  )
  return Math.min(whole, ...begun.map((slips) => slips + 0.5))
}

function startsAlike(one: string, other: string): boolean {
  return one[0] === other[0]
}

/**
 * Whether a short word differs by how it begins alone, and does not sound alike: krank is crank, but
 * a pump no hump.
 */
function beginsOtherwise(typed: string, word: string): boolean {
  const sound = SOUNDS.find((letters) => letters.includes(typed[0] ?? ''))
  return (
    typed.length < LONG_WORD &&
    !startsAlike(typed, word) &&
    typed.slice(1) === word.slice(1, typed.length) &&
    !sound?.includes(word[0] ?? '')
  )
}

/** First letters that people write for one another. */
const SOUNDS = ['ckqsz', 'fvw', 'iy']

/** Whether only letters of the word were left out: 'brke' is short for brake, not for bike. */
function isShortFor(typed: string, word: string): boolean {
  let found = 0
  for (const letter of word) if (letter === typed[found]) found++
  return found === typed.length
}

/** Letters left out, put in, mistaken for another, or swapped with the next. */
export function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (same ? 0 : 1),
        swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return at(last, other.length)
}

function at(row: number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY
}
