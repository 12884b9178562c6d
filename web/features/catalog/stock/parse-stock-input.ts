import { parseQuantity } from '../manage/parse-quantity.ts'

/** A difference in pieces, or the new number of available pieces. */
export type StockInput = { pieces: number } | { available: number }

/** Parses `+20` and `-5` as differences, `120` as a new number. Returns undefined for other texts. */
export function parseStockInput(text: string): StockInput | undefined {
  const [, sign = '', digits = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? []
  const pieces = parseQuantity(digits)
  if (pieces === undefined || Number.isNaN(pieces)) return undefined
  if (sign === '') return { available: pieces }
  return { pieces: sign === '+' ? pieces : -pieces }
}

/** Returns the difference to the pieces that are available now. */
export function computeStockDelta(input: StockInput, available: number): number {
  return 'pieces' in input ? input.pieces : input.available - available
}
