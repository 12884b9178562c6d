import { isTotal, parseNumber, type Quantity, readQuantity } from './quantity.ts'

/** Possible positions of the quantity in lines of text: the first word, next to the code, or counted from the end. */
export const TEXT_POSITIONS = ['first', 'before', 'after', 'end0', 'end1', 'end2', 'end3'] as const

export type TextPosition = (typeof TEXT_POSITIONS)[number]

/** The positions of numbers in the lines of a text. */
export interface TextLayout {
  position: TextPosition | null
  /** True if the lines start with line numbers: 1, 2, 3. Null if there are too few lines to decide. */
  hasLineNumbers: boolean | null
  /** True if the lines contain price and total of the quantity. */
  hasTotals: boolean
  /** True if some lines have no number at this position. In the other lines the number may belong to a name. */
  isUnclear: boolean
}

export const NO_TEXT_POSITION: TextLayout = {
  position: null,
  hasLineNumbers: false,
  hasTotals: false,
  isUnclear: false,
}

/** The words of a line before and after its code. */
export interface Words {
  before: string[]
  after: string[]
}

/**
 * Reads the quantity of a line: a labelled quantity such as `10 pcs`, otherwise the number at `layout.position`,
 * otherwise a number next to the code.
 */
export function readTextQuantity(words: Words, layout: TextLayout): Quantity | null {
  const { position, hasLineNumbers, hasTotals, isUnclear } = layout
  const line = hasLineNumbers && words.before.length > 0 ? withoutLineNumber(words) : words
  const labelled = readLabelled(line, hasLineNumbers)
  if (labelled?.isUnclear) {
    const joined = joinThousands(line)
    const other = readLabelled(joined, false)
    if (hasTotal(labelled, line.after)) return { ...labelled, isUnclear: false }
    return hasTotal(other, joined.after) ? other : labelled
  }
  if (labelled) return labelled
  if (position) {
    const readings = [line, joinThousands(line)].map((one) => ({
      quantity: readQuantity(findNumberAt(one, position) ?? ''),
      after: one.after,
    }))
    const [plain] = readings
    const checked = readings.find(({ quantity, after }) => hasTotal(quantity, after))
    if (hasTotals && checked) return checked.quantity
    if (plain?.quantity)
      return { ...plain.quantity, isUnclear: plain.quantity.isUnclear || hasTotals || isUnclear }
  }
  return readNextToCode(line)
}

/** Removes the line number: the first word, if it is a number. Call it only for texts with numbered lines. */
export function withoutLineNumber({ before, after }: Words): Words {
  return { before: readNumber(before[0]) === undefined ? before : before.slice(1), after }
}

/**
 * Returns the labelled quantity nearest to the code. The result is unclear if another labelled quantity has another
 * value, unless only the returned one is next to the code.
 */
function readLabelled({ before, after }: Words, hasLineNumbers: boolean | null): Quantity | null {
  const candidates = [
    ...findLabelled(before, hasLineNumbers !== false).map((one) => ({
      quantity: one.quantity,
      distance: before.length - one.index - one.count,
    })),
    ...findLabelled(after).map(({ quantity, index }) => ({ quantity, distance: index })),
  ].toSorted((a, b) => a.distance - b.distance)
  const [nearest] = candidates
  if (!nearest) return null
  const isClear = candidates.every(
    ({ quantity, distance }) =>
      quantity.value === nearest.quantity.value || nearest.distance < Math.min(distance, 1),
  )
  return isClear ? nearest.quantity : { ...nearest.quantity, isUnclear: true }
}

/**
 * Reads the number after the code. Without one, reads the number before the code, or the last number of the line. The
 * quantity is unclear if another number may be the quantity.
 */
function readNextToCode(words: Words): Quantity | null {
  // A fraction is a price.
  const at = (position: TextPosition) => {
    const quantity = readQuantity(findNumberAt(words, position) ?? '')
    return quantity?.value ? quantity : null
  }
  const joined = joinThousands(words)
  const [after, before, end] = [at('after'), at('before'), at('end0')]
  const quantity = after ?? before ?? end
  if (!quantity) return null
  const first = at('first')
  const isUnclear =
    quantity.isUnclear ||
    (after === null && first !== null && first.value !== quantity.value) ||
    (after === null && before === null) ||
    (after !== null && before !== null && after.value !== before.value) ||
    (after === null && end !== null && end.value !== quantity.value) ||
    joined.after.length !== words.after.length ||
    joined.before.length !== words.before.length
  return { ...quantity, isUnclear }
}

/** Returns whether two numbers after the code are the price and the total of this quantity. */
function hasTotal(quantity: Quantity | null, after: string[]): boolean {
  if (!quantity?.value) return false
  const { value } = quantity
  const numbers = after.flatMap((word) => parseNumber(readNumber(word) ?? '') ?? [])
  return numbers.some((price, n) =>
    numbers.some((total, m) => n !== m && total !== value && isTotal(value, price, total)),
  )
}

/** Returns the number at a position, if there is one. */
export function findNumberAt({ before, after }: Words, position: TextPosition): string | undefined {
  if (position === 'first') return before.length > 1 ? readNumber(before[0]) : undefined
  if (position === 'before') return readNumber(before.at(-1))
  if (position === 'after') return readNumber(withoutRemark(after)[0])
  // Counts from the end of the line. Only numbers, units and currencies count as the end.
  const isTail = (word: string, n: number) =>
    (readNumber(word) !== undefined && !/^[x×*]$/i.test(after[n - 1] ?? '')) ||
    (TAIL_WORD.test(word) && !MEASURES.test(word))
  const start = after.findLastIndex((word, n) => !isTail(word, n)) + 1
  const numbers = after.slice(start).flatMap((word) => readNumber(word) ?? [])
  return numbers.at(-1 - Number(position.slice(3)))
}

/** Removes remarks in brackets from the start: `(urgent) 10`. Keeps the content of `(10)`. */
function withoutRemark(words: string[]): string[] {
  if (words[0] !== '(' && words[0] !== '[') return words
  if (readNumber(words[1]) !== undefined && /^[)\]]$/.test(words[2] ?? ')')) return words.slice(1)
  return withoutRemark(
    words.slice(words.findIndex((word) => /^[)\]]$/.test(word)) + 1 || words.length),
  )
}

/** Words between the numbers at the end of a line: units and currencies. */
const TAIL_WORD = /^(?:\p{Sc}|[A-Z]{1,3}|p[cz]s?|pi[eè]ces?|pezzi|st[kü]?[ck]*\.?|each)$/iu

/** Returns the word without points and commas at its end if it is a number, otherwise undefined. */
export function readNumber(word = ''): string | undefined {
  const number = word.replace(/[.,]+$/, '')
  return /^\d[\d.,'’]*$/.test(number) ? number : undefined
}

/** Joins words that are groups of three digits: `1`, `250` become `1’250`. */
export function joinThousands({ before, after }: Words): Words {
  const join = (words: string[]) => {
    const joined: string[] = []
    for (const word of words) {
      const last = joined.at(-1) ?? ''
      const isGroup = /^\d{1,3}(?:’\d{3})*$/.test(last) && /^\d{3}(?:[.,]\d+)?$/.test(word)
      if (isGroup) joined[joined.length - 1] = `${last}’${word}`
      else joined.push(word)
    }
    return joined
  }
  return { before: join(before), after: join(after) }
}

/** `index`: the position of the first word. `count`: the number of words. */
interface LabelledQuantity {
  quantity: Quantity
  index: number
  count: number
}

/**
 * Finds quantities with a unit or a label: `10 pcs`, `10x`, `x 10`, `qty 10`. At the start or after
 * a label, spaces may separate thousands: `1 250 pcs`. This is unclear if 1 may be a line number.
 */
export function findLabelled(words: string[], mayHaveLineNumber = false): LabelledQuantity[] {
  const found: LabelledQuantity[] = []
  for (let index = 0; index < words.length; index++) {
    // A label such as `qty` is one word, and its number is the next word.
    if (!/\d/.test(words[index] ?? '') && !/^\d/.test(words[index + 1] ?? '')) continue
    const labelled = readLabelledQuantityAt(words, index, mayHaveLineNumber)
    if (!labelled) continue
    found.push(labelled)
    index += labelled.count - 1
  }
  return found
}

const MAX_LABELLED_WORDS = 4

/** Reads the longest labelled quantity of at most four words that starts at `words[index]`. */
function readLabelledQuantityAt(
  words: string[],
  index: number,
  mayHaveLineNumber: boolean,
): LabelledQuantity | undefined {
  for (let count = MAX_LABELLED_WORDS; count > 0; count--) {
    const group = words.slice(index, index + count)
    const text = group.join(' ')
    if (group.length < count || /,(?: |$)/.test(text.slice(0, -1))) continue
    const quantity = readQuantity(text.replace(/,$/, ''))
    if (!quantity?.isLabelled || isDimension(words, index, count)) continue
    const startsWithLabel = !/^\d/.test(text)
    const hasSpaceInNumber = /\d \d/.test(text)
    if (hasSpaceInNumber && !startsWithLabel && index > 0) continue
    // In `1 250 pcs`, the previous word may be the thousands of the number.
    const mayContinueNumber =
      !startsWithLabel &&
      /^\d{3}(?!\d)/.test(text) &&
      /^\d{1,3}$/.test(words[index - 1] ?? '') &&
      !/[x×]/i.test(words[index - 2] ?? '')
    const isUnclear =
      mayContinueNumber || (hasSpaceInNumber && !startsWithLabel && mayHaveLineNumber)
    return { quantity: { ...quantity, isUnclear: quantity.isUnclear || isUnclear }, index, count }
  }
  return undefined
}

/** The first number of a dimension. Longer numbers are codes. */
const DIMENSION = /^\d{1,3}(?:[.,]\d+)?\D*$|^\D+\d{1,3}$/

const MEASURES = /^(?:mm|cm|m|km|g|kg|ml|l|inch|zoll|")[,.]?$/i

/** Returns whether the `count` words from `index` are part of a dimension: `104 x 4`, `19 mm x 2 m`, `M10 x 1`. */
function isDimension(words: string[], index: number, count: number): boolean {
  const first = words[index] ?? ''
  const last = words[index + count - 1] ?? ''
  const [previous = '', next = ''] = [words[index - 1], words[index + count]]
  if (/^[x×*]/i.test(first)) {
    return DIMENSION.test(previous) || MEASURES.test(previous) || MEASURES.test(next)
  }
  return /[x×*]$/i.test(last) && /^\d{1,4}(?!\d)/.test(next)
}
