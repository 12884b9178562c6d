import { formatCount } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'
import type { StockMovement } from './stock-ledger.ts'

/** `+20`, or `−5` with the sign that is as wide as the plus. */
export function signed(pieces: number): string {
  return `${pieces < 0 ? '−' : '+'}${formatCount(Math.abs(pieces))}`
}

/** `20 pieces more, 140 available`. */
export function changeInWords(pieces: number, available: number): string {
  const moved = counted(Math.abs(pieces), 'piece', 'pieces')
  return `${moved} ${pieces < 0 ? 'less' : 'more'}, ${formatCount(available)} available`
}

/** What moved a part's pieces, where nobody gave a reason. */
export function kindInWords(kind: StockMovement['kind']): string {
  return { initial: 'First stock', adjustment: 'Changed by hand', shipment: 'Shipped' }[kind]
}
