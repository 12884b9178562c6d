import type { CopiedLines } from '@freehub/contract/cart/cart'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, pluralize } from '@freehub/contract/money'
import { refuse } from '@freehub/contract/refusals'
import {
  claimIdempotencyKey,
  type KeyedRequest,
} from '../../platform/database/claim-idempotency-key.ts'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { RefusalError } from '../../platform/database/run-transaction.ts'
import { type PartWithTerms, readPartsWithTerms } from '../catalog/parts/part-terms.ts'
import { readSuccessors } from '../catalog/parts/read-successors.ts'
import { mergeLines } from './merge-cart.ts'

interface CopiedLine {
  productId: string
  name: string
  quantity: number
}

/**
 * Copies lines of an order, a saved list or a job into the cart. A part that is already in the cart gets the larger
 * quantity, with a note, or with `addsQuantities` the sum. A successor replaces a part that is no longer sold. Returns
 * a note for each part that is no longer sold or has a successor, and for each whose copied quantity exceeds the
 * stock. `quantityPhrase` follows that quantity: "10 pieces on the list". A repeated request changes nothing. Throws a
 * RefusalError above 500 lines.
 */
export async function copyLinesToCart(
  tx: Tx,
  request: KeyedRequest,
  lines: CopiedLine[],
  quantityPhrase: string,
  options: { addsQuantities?: boolean } = {},
): Promise<CopiedLines> {
  const { userId } = request
  // The request creates no object, so its key has the user's id.
  const isRepeated = (await claimIdempotencyKey(tx, request, userId)) !== undefined
  const ids = lines.map(({ productId }) => productId)
  const successors = await readSuccessors(tx, ids)
  const parts = await readPartsWithTerms(tx, [...ids, ...[...successors.values()].flat()])
  const currentPartOf = ({ productId }: CopiedLine) => {
    const part = parts.get(productId)
    return part?.isOnSale ? part : parts.get(successors.get(productId)?.[0] ?? '')
  }
  const quantities = new Map<string, number>()
  for (const line of lines) {
    const id = currentPartOf(line)?.productId
    if (!id) continue
    const quantity = (quantities.get(id) ?? 0) + line.quantity
    quantities.set(id, Math.min(quantity, QUANTITY_MAXIMUM))
  }
  let inCart: ReadonlyMap<string, number> = new Map()
  if (!isRepeated) {
    const added = [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
    const { leftOut, quantities: before } = await mergeLines(tx, userId, added, options)
    if (!options.addsQuantities) inCart = before
    if (leftOut.some(({ isOnSale }) => isOnSale)) throw new RefusalError(refuse('cart_full'))
    // Staff deleted these parts after the query above.
    for (const { productId } of leftOut) {
      parts.delete(productId)
      quantities.delete(productId)
    }
  }
  const replacements = lines.flatMap((line) => describeReplacement(line, currentPartOf(line)))
  const quantityNotes = [...quantities].flatMap(([id, quantity]) => {
    const part = parts.get(id) as PartWithTerms
    return [
      ...describeKept(part, inCart.get(id), quantity),
      ...describeShortage(part, quantity, quantityPhrase),
    ]
  })
  return { copied: quantities.size, notes: [...replacements, ...quantityNotes] }
}

function describeReplacement(
  { productId, name }: CopiedLine,
  part: PartWithTerms | undefined,
): CopiedLines['notes'] {
  if (!part) return [{ productId, name, kind: 'gone', detail: `${name} is no longer sold.` }]
  if (part.productId === productId) return []
  const detail = `${name} was replaced by ${part.name}.`
  return [{ productId: part.productId, name, kind: 'replaced', detail }]
}

function describeKept(
  { productId, name }: PartWithTerms,
  before: number | undefined,
  quantity: number,
): CopiedLines['notes'] {
  if (before === undefined) return []
  const larger = formatCount(Math.max(before, quantity))
  const detail = `${name}: the cart already had ${pluralize(before, 'piece', 'pieces')}. It keeps the larger quantity, ${larger}.`
  return [{ productId, name, kind: 'kept', detail }]
}

function describeShortage(
  { productId, name, available }: PartWithTerms,
  quantity: number,
  quantityPhrase: string,
): CopiedLines['notes'] {
  if (quantity <= available) return []
  const pieces = pluralize(quantity, 'piece', 'pieces')
  const detail = `${name}: ${pieces} ${quantityPhrase}, ${formatCount(available)} in stock now.`
  return [{ productId, name, kind: 'short', detail }]
}
