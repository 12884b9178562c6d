import { parseQuantity } from '../manage/parse-numbers.ts'

/** A change of the quantity, or the new available quantity. */
export type StockInput = { change: number } | { available: number }

/** Parses `+20` and `-5` as changes, and `120` as the available quantity. Returns undefined for other texts. */
export function parseStockInput(text: string): StockInput | undefined {
  const [, sign = '', digits = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? []
  const quantity = parseQuantity(digits)
  if (quantity === undefined || Number.isNaN(quantity)) return undefined
  if (sign === '') return { available: quantity }
  return { change: sign === '+' ? quantity : -quantity }
}

/** Returns the quantity to add to the available stock. May be negative. */
export function computeStockDelta(input: StockInput, available: number): number {
  return 'change' in input ? input.change : input.available - available
}
