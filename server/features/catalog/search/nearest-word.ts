/** A word of part texts. `naming` is true if it occurs in names of parts or families. */
export interface KnownWord {
  word: string
  naming: boolean
}

/**
 * Finds the known word that a misspelt word most likely means, with one typo in a short word and two in a
 * longer one. Prefixes count as matches, as users may still be typing. Prefers whole words, words with the same
 * initial, words that name parts, and words from which only letters are missing.
 */
export function findNearestWord(typed: string, known: KnownWord[]): string | undefined {
  const limit = maxDistance(typed)
  const [best] = known
    .map((one) => ({ ...one, distance: distanceOrPrefix(typed, one.word) }))
    .filter(({ distance, word }) => distance <= limit && !hasOtherInitial(typed, word))
    .sort(
      (a, b) =>
        Math.floor(a.distance) - Math.floor(b.distance) ||
        Number(hasSameInitial(b.word, typed)) - Number(hasSameInitial(a.word, typed)) ||
        a.distance - b.distance ||
        Number(b.naming) - Number(a.naming) ||
        Number(isSubsequence(typed, b.word)) - Number(isSubsequence(typed, a.word)) ||
        (a.word < b.word ? -1 : 1),
    )
  return best?.word
}

const LONG_WORD_LETTERS = 7
/** Shorter words resemble too many others to be corrected. */
export const MIN_LETTERS = 4

function maxDistance(typed: string): number {
  if (typed.length < MIN_LETTERS) return 0
  return typed.length < LONG_WORD_LETTERS ? 1.5 : 2.5
}

function distanceOrPrefix(typed: string, word: string): number {
  const whole = editDistance(typed, word)
  if (typed.length < 5 || word.length <= typed.length) return whole
  const prefixDistances = [typed.length - 1, typed.length, typed.length + 1].map((length) =>
    editDistance(typed, word.slice(0, length)),
  )
  return Math.min(whole, ...prefixDistances.map((distance) => distance + 0.5))
}

function hasSameInitial(one: string, other: string): boolean {
  return one[0] === other[0]
}

/** True if a short word differs only in its initial and does not sound alike: "krank" means crank, but "pump" not hump. */
function hasOtherInitial(typed: string, word: string): boolean {
  const sound = SIMILAR_SOUNDS.find((letters) => letters.includes(typed[0] ?? ''))
  return (
    typed.length < LONG_WORD_LETTERS &&
    !hasSameInitial(typed, word) &&
    typed.slice(1) === word.slice(1, typed.length) &&
    !sound?.includes(word[0] ?? '')
  )
}

/** Initials that users often confuse. */
const SIMILAR_SOUNDS = ['ckqsz', 'fvw', 'iy']

/** True if only letters are missing: 'brke' is a subsequence of brake, not of bike. */
function isSubsequence(typed: string, word: string): boolean {
  let found = 0
  for (const letter of word) if (letter === typed[found]) found++
  return found === typed.length
}

/** Returns the edit distance: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        getOrInfinity(last, j) + 1,
        getOrInfinity(row, j - 1) + 1,
        getOrInfinity(last, j - 1) + (same ? 0 : 1),
        swapped ? getOrInfinity(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return getOrInfinity(last, other.length)
}

function getOrInfinity(row: number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY
}
