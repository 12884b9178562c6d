import { formatCount } from '@freehub/contract/money'
import type { StockMovement } from './stock-queries.ts'

/** Formats a difference: `+20`, or `−5` with a minus sign (U+2212), which is as wide as the plus. */
export function formatSigned(pieces: number): string {
  return `${pieces < 0 ? '−' : '+'}${formatCount(Math.abs(pieces))}`
}

/** Formats a stock change: `+20 pieces, 140 available`. */
export function formatStockChange(pieces: number, available: number): string {
  const unit = Math.abs(pieces) === 1 ? 'piece' : 'pieces'
  return `${formatSigned(pieces)} ${unit}, ${formatCount(available)} available`
}

/** Labels a movement without a reason. */
export function formatMovementKind(kind: StockMovement['kind']): string {
  return { initial: 'Initial stock', adjustment: 'Adjusted manually', shipment: 'Shipped' }[kind]
}
