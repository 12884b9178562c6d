import type { HeadingKind } from './headings.ts'
import {
  hasTwoMeanings,
  isTotal,
  NO_QUANTITY,
  parseNumber,
  type Quantity,
  readQuantity,
  type SeparatorMeaning,
} from './quantity.ts'

/** A column that may contain the quantities. `values`: its cells in the rows that have a part. */
export interface NumberColumn<Id> {
  id: Id
  values: string[]
  heading: HeadingKind | null
}

export interface ChosenQuantities<Id> {
  id: Id | null
  /** True if another column is almost as likely, or if the numbers have two meanings or may be line numbers. */
  isUnclear: boolean
  separatorMeaning: SeparatorMeaning
  /** True if two other columns contain the price and the total of these quantities. */
  hasTotals: boolean
  score: number
}

/** Chooses the column that most likely contains the quantities. */
export function chooseQuantityColumn<Id>(columns: NumberColumn<Id>[]): ChosenQuantities<Id> {
  const rated = columns
    .map((column) => rateColumn(column, columns))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const [best, second] = rated
  if (!best)
    return { id: null, isUnclear: false, separatorMeaning: 'thousands', hasTotals: false, score: 0 }
  const isDoubtful =
    best.score < CLEAR_SCORE && second && best.score - second.score < CLEAR_DISTANCE
  const { column, separatorMeaning, hasTwoMeanings, hasTotals, score } = best
  return {
    id: column.id,
    isUnclear: Boolean(isDoubtful) || hasTwoMeanings || best.isLineNumber || best.hasFractions,
    separatorMeaning,
    hasTotals,
    score,
  }
}

/** Chooses a column without a heading that is mostly empty, but otherwise contains mostly whole numbers. */
export function chooseSparseQuantityColumn<Id>(columns: NumberColumn<Id>[]): ChosenQuantities<Id> {
  const sparse = columns
    .filter(({ heading }) => heading === null)
    .map((column) => ({
      ...column,
      values: column.values.filter((cell) => !NO_QUANTITY.test(cell)),
    }))
    .filter(({ values }) => hasMostlyQuantities(values))
  const chosen = chooseQuantityColumn(sparse)
  const filled = columns.find(({ id }) => id === chosen.id)?.values.filter((cell) => cell !== '')
  // One or two numbers, or years, may be notes.
  const mayBeNotes = filled && (filled.length < 3 || chosen.score < 1)
  return { ...chosen, isUnclear: chosen.isUnclear || Boolean(mayBeNotes) }
}

function hasMostlyQuantities(values: string[]): boolean {
  const quantities = values.map((value) => readQuantity(value)).filter((quantity) => quantity)
  return quantities.some((quantity) => quantity?.value) && quantities.length >= values.length * 0.6
}

/** The choice is clear if the best column has at least this score, or leads the next column by this distance. */
const CLEAR_SCORE = 4.5
const CLEAR_DISTANCE = 0.8

interface RatedColumn<Id> {
  column: NumberColumn<Id>
  score: number
  isLineNumber: boolean
  /** True if more than 10 % of the cells are fractions. The column may then contain prices. */
  hasFractions: boolean
  separatorMeaning: SeparatorMeaning
  hasTwoMeanings: boolean
  hasTotals: boolean
}

/** Rates how likely a column contains the quantities. A column with a score of 0 or less does not contain them. */
function rateColumn<Id>(column: NumberColumn<Id>, all: NumberColumn<Id>[]): RatedColumn<Id> {
  const filled = column.values.filter((value) => value !== '')
  const meaning = readThreeDigits(filled)
  const thousands = column.values.map((value) => readQuantity(value))
  // Only a separator before three digits has two meanings.
  const decimals = filled.some((value) => /[.,]\d{3}/.test(value))
    ? column.values.map((value) => readQuantity(value, 'decimals'))
    : thousands
  const provenByTotals = hasPricesAndTotals(thousands, column, all)
    ? 'thousands'
    : decimals !== thousands && hasPricesAndTotals(decimals, column, all)
      ? 'decimals'
      : undefined
  const separatorMeaning = provenByTotals ?? meaning ?? 'thousands'
  const quantities = separatorMeaning === 'thousands' ? thousands : decimals
  const valid = quantities.filter((one) => one !== null && (one.value !== null || one.isLabelled))
  const fractions = quantities.filter((one) => one?.value === null && !one.isLabelled)
  const numbers = valid.flatMap((one) => one?.value ?? [])
  const isLineNumber = areLineNumbers(numbers)
  const share = filled.length === 0 ? 0 : valid.length / column.values.length
  const hasHeading = column.heading === 'quantity'
  const hasFractions = fractions.length > filled.length * 0.1 && !hasHeading
  const result = {
    column,
    isLineNumber,
    hasFractions,
    separatorMeaning,
    hasTwoMeanings: !provenByTotals && meaning === null,
    hasTotals: provenByTotals !== undefined,
  }
  // An empty order form has no quantities. Its column is known by the heading, unless other columns have numbers.
  if (valid.length === 0) return { ...result, score: hasHeading ? 1 : 0 }
  if (share < 0.5 && !hasHeading) return { ...result, score: 0 }
  const units = valid.filter((one) => one?.isLabelled).length / valid.length
  let score = 1.5 * share + 4 * units
  if (provenByTotals) score += 4
  if (hasHeading) score += 6
  else if (column.heading !== null) score -= 6
  if (fractions.length > filled.length * 0.5) score -= 4
  else if (fractions.length > filled.length * 0.1) score -= 0.7
  if (isLineNumber) score -= 1.3
  if (numbers.length > 2 && new Set(numbers).size === 1) score -= 0.9
  if (numbers.filter((number) => number === 0).length > numbers.length * 0.1) score -= 0.9
  if (filled.every((value) => /^(?:19|20)\d\d$|^\d{6,}$/.test(value)) && !hasHeading) score -= 1
  return { ...result, isLineNumber: isLineNumber && !hasHeading, score }
}

/** Number of rows that decide whether numbers are line numbers. Later rows of a sample are not neighbours. */
const LINE_NUMBER_ROWS = 40

/** Returns whether the numbers rise like line numbers: 1, 2, 3 or 10, 20, 30. Up to 40 % of the steps may differ. */
export function areLineNumbers(all: number[]): boolean {
  const numbers = all.slice(0, LINE_NUMBER_ROWS)
  const [first = 0, second = 0] = numbers
  const steps = numbers.slice(1).map((number, n) => number - (numbers[n] ?? 0))
  const step = first === 10 || second === 20 ? 10 : 1
  if (numbers.length < 2 || first > 2 * step || steps.some((one) => one <= 0)) return false
  return steps.filter((one) => one === step).length >= steps.length * 0.6
}

/** Returns the meaning of a separator before three digits in all these values. Null if both are possible. */
function readThreeDigits(values: string[]): SeparatorMeaning | null {
  const numbers = values.map((value) => value.replace(/^\D+/, '')).filter((value) => value !== '')
  const ambiguous = numbers.filter(hasTwoMeanings)
  if (ambiguous.length === 0) return 'thousands'
  // Beside `10,000`, `1.234,50` proves decimals, and `1,234.50` thousands.
  const mixed = numbers.find((value) => /,\d{3}\.\d|\.\d{3},\d/.test(value))
  if (mixed) {
    const decimalSeparator = /\.\d{3},\d/.test(mixed) ? ',' : '.'
    const isDecimal = (value: string) => /[.,]/.exec(value)?.[0] === decimalSeparator
    return ambiguous.some(isDecimal) ? 'decimals' : 'thousands'
  }
  // `1.234.567` proves thousands.
  if (numbers.some((value) => /^\d+[.,]\d{3}[.,]\d{3}\D*$/.test(value))) return 'thousands'
  // Beside `10,000`, `1234,000` in all other rows proves decimals. Another number, such as `10`, proves thousands.
  if (ambiguous.length < numbers.length) {
    return numbers.every((value) => /[.,]\d{3}(?!\d)/.test(value)) ? 'decimals' : 'thousands'
  }
  // Quantities are whole numbers, so `1,500` is not 1.5. Only `10,000` may be ten.
  return ambiguous.every((value) => /[.,]000(?!\d)/.test(value)) ? null : 'thousands'
}

/** Number of rows that decide whether quantity times price is the total. */
const TOTAL_ROWS = 12

/** Returns whether two other columns contain the price and the total of these quantities. */
function hasPricesAndTotals<Id>(
  readings: (Quantity | null)[],
  column: NumberColumn<Id>,
  all: NumberColumn<Id>[],
): boolean {
  const quantities = readings.map((one) => one?.value ?? 0)
  const rows = quantities
    .flatMap((quantity, row) => (quantity > 1 ? [row] : []))
    .slice(0, TOTAL_ROWS)
  if (rows.length === 0) return false
  const others = all.filter((one) => one !== column)
  const money = others
    .map((one) => rows.map((row) => parseAmount(one.values[row] ?? '')))
    .filter((values) => values.filter((value) => value > 0).length >= values.length * 0.6)
  return money.some((prices) =>
    money.some((totals) => {
      if (prices === totals) return false
      const hits = rows.filter((row, n) => {
        const [quantity = 0, price = 0, total = 0] = [quantities[row], prices[n], totals[n]]
        return isTotal(quantity, price, total) && price !== total
      })
      return hits.length >= rows.length * 0.7 && hits.length >= Math.min(2, rows.length)
    }),
  )
}

/** Parses the first amount of money in a cell, without its currency. Returns 0 if there is none. */
function parseAmount(value: string): number {
  const [number = ''] = /\d[\d.,'’ ]*/.exec(value) ?? []
  return parseNumber(number.trim()) ?? 0
}
