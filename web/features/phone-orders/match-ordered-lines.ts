import { PAD_CELL_LENGTH } from '@freehub/contract/limits'
import type { MatchedRow } from '@freehub/contract/order-pad/order-pad'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { matchPadRows } from '../order-pad/pad-calls.ts'

type OrderLine = OrderHistory['lines'][number]

/** Finds the parts of an order's lines by their SKUs or names. Returns the cells and the matches of the pad's rows. */
export async function matchOrderedLines(lines: OrderLine[], customerEmail: string) {
  const cells = lines.map(({ sku, name, quantity }) => [
    (sku ?? name).slice(0, PAD_CELL_LENGTH),
    String(quantity),
  ])
  const matched = await matchPadRows(cells, customerEmail)
  const rows = matched.rows.map((row, index) => keepOrderedPart(row, lines[index] as OrderLine))
  return { cells, matched: { ...matched, rows } }
}

/** Keeps the ordered part or its successor. Staff must choose any other part, such as one that now has the SKU. */
function keepOrderedPart(row: MatchedRow, { productId, sku, quantity }: OrderLine): MatchedRow {
  const lineRow = { ...row, quantity, isQuantityAssumed: false, isQuantityUnclear: false }
  const ordered = row.matches.filter((match) => match.productId === productId)
  if (row.state === 'unknown' || row.state === 'skipped') return lineRow
  if (ordered.length > 0) return { ...lineRow, state: 'found', matches: ordered }
  const isSuccessor = sku !== null && row.matches.every(({ replaces }) => replaces === sku)
  return row.state === 'found' && !isSuccessor ? { ...lineRow, state: 'choose' } : lineRow
}
