import { formatCount } from '@freehub/contract/money'
import { parseQuantity } from '../manage/parse-numbers.ts'
import type { StockMovement } from './stock-queries.ts'

/** Formats a difference: `+20`, or `−5` with a minus sign (U+2212), which has the width of a plus sign. */
export function formatSigned(pieces: number): string {
  return `${pieces < 0 ? '−' : '+'}${formatCount(Math.abs(pieces))}`
}

/** Formats a stock change: `+20 pieces, 140 available`. */
export function formatStockChange(pieces: number, available: number): string {
  const unit = Math.abs(pieces) === 1 ? 'piece' : 'pieces'
  return `${formatSigned(pieces)} ${unit}, ${formatCount(available)} available`
}

/** Returns the label of a movement without a reason. */
export function formatMovementKind(kind: StockMovement['kind']): string {
  return { initial: 'Initial stock', adjustment: 'Adjusted manually', shipment: 'Shipped' }[kind]
}

/** A difference in pieces, or the new available quantity. */
export type StockInput = { pieces: number } | { available: number }

/** Parses `+20` and `-5` as differences, and `120` as a new number. Returns undefined for other texts. */
export function parseStockInput(text: string): StockInput | undefined {
  const [, sign = '', digits = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? []
  const pieces = parseQuantity(digits)
  if (pieces === undefined || Number.isNaN(pieces)) return undefined
  if (sign === '') return { available: pieces }
  return { pieces: sign === '+' ? pieces : -pieces }
}

/** Returns the difference from the current available quantity. */
export function computeStockDelta(input: StockInput, available: number): number {
  return 'pieces' in input ? input.pieces : input.available - available
}
