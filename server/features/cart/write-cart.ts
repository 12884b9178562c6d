import { randomUUIDv7 } from 'node:crypto'
import { priceAt } from '@freehub/contract/catalog/prices'
import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
import { describeRefusal, type RefusalCode, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { lockUserQuery } from '../../platform/database/claim-idempotency-key.ts'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { prepared } from '../../platform/database/connections/prepared-statements.ts'
import { RefusalError } from '../../platform/database/run-transaction.ts'
import { type PartWithTerms, selectTerms, toPartWithTerms } from '../catalog/parts/part-terms.ts'

/** Locks the user. Returns the id of the user's cart, which may be new. Throws a RefusalError for a deleted account. */
export async function ensureCart(tx: Tx, userId: string): Promise<string> {
  // The first statement does not see a cart that another transaction creates while the statement
  // waits for the lock. The second statement does.
  const id = (await findOrCreateCart(tx, userId)) ?? (await findOrCreateCart(tx, userId))
  if (id === undefined) throw new RefusalError(refuse('token_invalid'))
  return id
}

async function findOrCreateCart(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`${prepared}
    with customer as (${lockUserQuery(userId)}), created as (
      insert into carts (id, user_id) select ${randomUUIDv7()}::uuid, id from customer
      on conflict (user_id) do nothing returning id
    )
    select id from created union all select carts.id from customer join carts on user_id = customer.id`.execute(
    tx,
  )
  return rows[0]?.id
}

/** A cart whose row is locked until the transaction ends. The maps have only the requested parts. */
export interface LockedCart {
  id: string
  /** The version of the cart after this transaction. */
  version: number
  /** The number of all lines. */
  lineCount: number
  quantities: Map<string, number>
  /** The unit prices in cents that the customer saw last. */
  seenPrices: Map<string, number>
  parts: Map<string, PartWithTerms>
}

type Row = Parameters<typeof toPartWithTerms>[0] & {
  version: number
  lineCount: number
  quantity: number | null
  seenPriceCents: number
}

/**
 * Locks a cart. Returns the given parts with their quantities in the cart. Increments the cart's version unless the
 * request is a repetition.
 */
export async function lockCart(
  tx: Tx,
  id: string,
  partIds: string[],
  { isRepeated = false } = {},
): Promise<LockedCart> {
  const { rows } = await sql<Row>`${prepared}
    with cart as (
      update carts set version = version + ${isRepeated ? 0 : 1}::int, updated_at = now() where id = ${id}
      returning id, version, (select count(*) from cart_lines where cart_id = carts.id) as "lineCount"
    )
    select version, "lineCount", quantity, seen_price_cents as "seenPriceCents", ${selectTerms}
    from cart
    left join parts on parts.id = any (${partIds}::uuid[])
    left join cart_lines on cart_id = cart.id and part_id = parts.id`.execute(tx)
  const { version, lineCount } = rows[0] as Row
  const partRows = rows.filter(({ productId }) => productId !== null)
  const lineRows = partRows.filter(({ quantity }) => quantity !== null)
  return {
    id,
    version,
    lineCount,
    quantities: new Map(lineRows.map(({ productId, quantity }) => [productId, quantity as number])),
    seenPrices: new Map(
      lineRows.map(({ productId, seenPriceCents }) => [productId, seenPriceCents]),
    ),
    parts: new Map(partRows.map((row) => [row.productId, toPartWithTerms(row)])),
  }
}

/**
 * Sets quantities of parts; 0 removes a line. `seenPrices`: unit prices in cents that the customer saw. A changed part
 * that is not in `seenPrices` keeps a price change that the customer has not seen. Returns the cart; its `quantities` and
 * `seenPrices` contain only the changed parts. Throws a RefusalError above 500 lines.
 */
export async function setQuantities(
  tx: Tx,
  cart: LockedCart,
  quantities: Map<string, number>,
  seenPrices = new Map<string, number>(),
): Promise<LockedCart> {
  const changed = [...quantities].filter(([, quantity]) => quantity > 0)
  const removed = [...quantities].flatMap(([partId, quantity]) => (quantity === 0 ? [partId] : []))
  const added = changed.flatMap(([partId]) => (cart.quantities.has(partId) ? [] : [partId]))
  const lineCount =
    cart.lineCount + added.length - removed.filter((partId) => cart.quantities.has(partId)).length
  if (lineCount > ORDER_LINES_MAXIMUM) throw refuseAddedLines('cart_full', added)
  const prices = changed.map(
    ([partId, quantity]) => seenPrices.get(partId) ?? findSeenPrice(cart, partId, quantity),
  )
  await sql`${prepared}
    with removed as (
      delete from cart_lines where cart_id = ${cart.id} and part_id = any (${removed}::uuid[])
    )
    insert into cart_lines (cart_id, part_id, quantity, seen_price_cents)
    select ${cart.id}, part_id, quantity, price
    from unnest(${changed.map(([partId]) => partId)}::uuid[],
      ${changed.map(([, quantity]) => quantity)}::int[], ${prices}::int[])
      with ordinality as changed (part_id, quantity, price, n)
    order by n
    on conflict (cart_id, part_id) do update
      set quantity = excluded.quantity, seen_price_cents = excluded.seen_price_cents`.execute(tx)
  const newPrices = changed.map(([partId], index) => [partId, prices[index] as number] as const)
  return { ...cart, lineCount, quantities, seenPrices: new Map(newPrices) }
}

/** Names the added lines, so that the client can still save its other changes. */
export function refuseAddedLines(code: RefusalCode, productIds: string[]): RefusalError {
  const detail = describeRefusal(code).title
  const lines = productIds.map((productId) => ({ productId, code, detail }))
  return new RefusalError(refuse(code, { lines }))
}

function findSeenPrice(
  { parts, quantities, seenPrices }: LockedCart,
  partId: string,
  quantity: number,
): number {
  const part = parts.get(partId) as PartWithTerms
  const seenPrice = seenPrices.get(partId)
  const isSeen = seenPrice === undefined || seenPrice === priceAt(part, quantities.get(partId) ?? 0)
  return isSeen ? priceAt(part, quantity) : seenPrice
}
