import { cartTotal, describeLine } from '@freehub/contract/cart/cart'
import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { prepared } from '../../platform/database/connections/prepared-statements.ts'
import {
  type PartWithTerms,
  readPartsWithTerms,
  selectTerms,
  toPartWithTerms,
} from '../catalog/parts/part-terms.ts'

export interface StoredLine {
  part: PartWithTerms
  quantity: number
  seenPriceCents: number
}

type Row = Parameters<typeof toPartWithTerms>[0] & {
  version: number
  quantity: number | null
  seenPriceCents: number
}

/**
 * Reads the lines of a customer's cart in order, with their parts. Without a cart, the version is 0. The `limit` tells
 * the planner how few lines a cart has.
 */
export async function readStoredCart(
  db: Db,
  userId: string,
): Promise<{ version: number; lines: StoredLine[] }> {
  const { rows } = await sql<Row>`${prepared}
    select version, quantity, seen_price_cents as "seenPriceCents", ${selectTerms}
    from carts
    left join lateral (
      select * from cart_lines where cart_id = carts.id order by position limit ${sql.lit(ORDER_LINES_MAXIMUM)}
    ) lines on true
    left join parts on parts.id = part_id
    where user_id = ${userId} order by lines.position`.execute(db)
  const lines = rows.flatMap(({ version: _, quantity, seenPriceCents, ...part }) =>
    quantity === null ? [] : [{ part: toPartWithTerms(part), quantity, seenPriceCents }],
  )
  return { version: rows[0]?.version ?? 0, lines }
}

/** Reads a customer's cart with current prices, stock and problems. */
export async function readCart(db: Db, userId: string) {
  const { version, lines } = await readStoredCart(db, userId)
  return toCart(
    version,
    lines.map(({ part, quantity, seenPriceCents }) => describeLine(part, quantity, seenPriceCents)),
  )
}

/** Returns a visitor's cart. Leaves out parts that never existed. */
export async function previewCart(db: Db, lines: { productId: string; quantity: number }[]) {
  const ids = lines.map(({ productId }) => productId)
  const parts = await readPartsWithTerms(db, ids)
  return toCart(
    0,
    lines.flatMap(({ productId, quantity }) => {
      const part = parts.get(productId)
      return part ? [describeLine(part, quantity)] : []
    }),
  )
}

function toCart(version: number, lines: ReturnType<typeof describeLine>[]) {
  return { version, totalCents: cartTotal(lines), lines }
}

/** Returns the version and the number of lines of a customer's cart. Returns 0 for both without a cart. */
export async function countCart(db: Db, userId: string) {
  const { rows } = await sql<{ version: number; lineCount: number }>`${prepared}
    select version, (select count(*) from cart_lines where cart_id = carts.id) as "lineCount"
    from carts where user_id = ${userId}`.execute(db)
  return rows[0] ?? { version: 0, lineCount: 0 }
}
