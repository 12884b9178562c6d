import { formatCount } from '@freehub/contract/money'
import { parseQuantity } from '../manage/parse-numbers.ts'
import type { StockMovement } from './stock-queries.ts'

/** Formats a change of a quantity: `+20`, or `−5` with a minus sign (U+2212), which has the width of a plus sign. */
export function formatSigned(change: number): string {
  return `${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`
}

/** Formats a stock change: `+20 pieces, 140 available`. */
export function formatStockChange(change: number, available: number): string {
  const unit = Math.abs(change) === 1 ? 'piece' : 'pieces'
  return `${formatSigned(change)} ${unit}, ${formatCount(available)} available`
}

/** Returns the label of a movement without a reason. */
export function formatMovementKind(kind: StockMovement['kind']): string {
  return { initial: 'Initial stock', adjustment: 'Adjusted manually', shipment: 'Shipped' }[kind]
}

/** A change of the quantity, or the new available quantity. */
export type StockInput = { change: number } | { available: number }

/** Parses `+20` and `-5` as changes, and `120` as a new quantity. Returns undefined for other texts. */
export function parseStockInput(text: string): StockInput | undefined {
  const [, sign = '', digits = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? []
  const quantity = parseQuantity(digits)
  if (quantity === undefined || Number.isNaN(quantity)) return undefined
  if (sign === '') return { available: quantity }
  return { change: sign === '+' ? quantity : -quantity }
}

/** Returns the change of the current available quantity. */
export function computeStockDelta(input: StockInput, available: number): number {
  return 'change' in input ? input.change : input.available - available
}
