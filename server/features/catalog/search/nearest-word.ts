/** A word of part texts. `naming` is true if the word occurs in names of parts or families. */
export interface KnownWord {
  word: string
  naming: boolean
}

/** Shorter words resemble too many others to be corrected. */
export const MIN_LETTERS = 4
const LONG_WORD_LETTERS = 7

/**
 * Finds the known word that a misspelt word most likely means. Allows one typo in up to six letters, and two in more.
 * Also compares prefixes of the known words, as users may still be typing. Prefers, in this order: fewer typos, the
 * same initial, whole words, words that name parts, and only missing letters.
 */
export function findNearestWord(typed: string, known: KnownWord[]): string | undefined {
  if (typed.length < MIN_LETTERS) return undefined
  const maxDistance = typed.length < LONG_WORD_LETTERS ? 1.5 : 2.5
  const [best] = known
    .map((one) => ({ ...one, distance: distanceToWordOrPrefix(typed, one.word) }))
    .filter(({ distance, word }) => distance <= maxDistance && !isOtherWord(typed, word))
    .map(({ distance, word, naming }) => {
      const hasOtherInitial = word[0] !== typed[0]
      const preferences = [hasOtherInitial, distance, !naming, !isSubsequence(typed, word)]
      return { word, rank: [Math.floor(distance), ...preferences.map(Number), word].join(' ') }
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return best?.word
}

/** Returns the edit distance to the word. If it is less, returns the distance to a prefix plus one half. */
function distanceToWordOrPrefix(typed: string, word: string): number {
  const whole = editDistance(typed, word)
  if (typed.length < 5 || word.length <= typed.length) return whole
  const prefixes = [-1, 0, 1].map((change) => word.slice(0, typed.length + change))
  return Math.min(whole, ...prefixes.map((prefix) => editDistance(typed, prefix) + 0.5))
}

/** Returns the edit distance: insertions, deletions, substitutions and swaps of adjacent letters. */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, n) => n)]
  const distance = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j++) {
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        distance(i - 1, j) + 1,
        distance(i, j - 1) + 1,
        distance(i - 1, j - 1) + Number(one[i - 1] !== other[j - 1]),
        isSwapped ? distance(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return distance(one.length, other.length)
}

/** Initials that users often confuse. */
const SIMILAR_SOUNDS = ['ckqsz', 'fvw', 'iy']

/** True if a short word differs only in its initial, with another sound: "krank" means crank, but "pump" not hump. */
function isOtherWord(typed: string, word: string): boolean {
  const sound = SIMILAR_SOUNDS.find((letters) => letters.includes(typed[0] ?? ''))
  return (
    typed.length < LONG_WORD_LETTERS &&
    typed[0] !== word[0] &&
    typed.slice(1) === word.slice(1, typed.length) &&
    !sound?.includes(word[0] ?? '')
  )
}

/** True if only letters are missing: 'brke' is a subsequence of brake, not of bike. */
function isSubsequence(typed: string, word: string): boolean {
  let found = 0
  for (const letter of word) if (letter === typed[found]) found++
  return found === typed.length
}
