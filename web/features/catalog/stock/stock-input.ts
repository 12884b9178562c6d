import { parseWholeNumber } from '../manage/parse-numbers.ts'

/** A change of the stock on hand, or the counted stock on hand. */
export type StockInput = { change: number } | { onHand: number }

/** Parses `+20` and `-5` as changes, and `120` as the stock on hand. Returns undefined for other texts. */
export function parseStockInput(text: string): StockInput | undefined {
  const [, sign = '', digits = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? []
  const quantity = parseWholeNumber(digits)
  if (quantity === undefined || Number.isNaN(quantity)) return undefined
  if (sign === '') return { onHand: quantity }
  return { change: sign === '+' ? quantity : -quantity }
}

/** Returns the quantity to add to the stock on hand. May be negative. */
export function computeStockDelta(input: StockInput, onHand: number): number {
  return 'change' in input ? input.change : input.onHand - onHand
}
