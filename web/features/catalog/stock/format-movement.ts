import { formatCount } from '@freehub/contract/money'
import type { StockMovement } from './stock-queries.ts'

/** Formats a change of a quantity: `+20`, or `−5` with a minus sign (U+2212), which has the width of a plus sign. */
export function formatSigned(change: number): string {
  return `${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`
}

/** Formats a stock change: `+20 pieces, 140 available`, or `−20 pieces, −5 available`. */
export function formatStockChange(change: number, available: number): string {
  const unit = Math.abs(change) === 1 ? 'piece' : 'pieces'
  const rest = available < 0 ? formatSigned(available) : formatCount(available)
  return `${formatSigned(change)} ${unit}, ${rest} available`
}

/** Returns the label of a movement without a reason. */
export function formatMovementKind(kind: StockMovement['kind']): string {
  return { initial: 'Initial stock', adjustment: 'Adjusted manually', shipment: 'Shipped' }[kind]
}
