import type { PartStock } from '@freehub/contract/catalog/parts'
import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { inPeriod, type Period, type PeriodPage } from '../../../platform/database/in-period.ts'
import { inSnapshot } from '../../../platform/database/in-snapshot.ts'
import { staffName } from '../../../platform/database/staff-name.ts'

const MAX_COUNT = 10_000

/**
 * Returns the stock of a part and a page of its movements, newest first. Accepts deleted parts. Counts up to 10,000
 * movements.
 */
export async function listStockMovements(
  db: Db,
  partId: string,
  page: PeriodPage,
): Promise<{ stock: PartStock; count: number } | Refusal> {
  return inSnapshot(db, async (tx) => {
    const part = await readPartStock(tx, partId)
    if (!part) return refuse('part_missing')
    const count = await countMovements(tx, partId, page)
    const movements = await readMovements(tx, partId, { ...page, onHand: part.onHand })
    return { stock: { ...part, movements }, count }
  })
}

function readPartStock(db: Db, id: string) {
  return db
    .selectFrom('parts')
    .select(['name', 'img', 'sku', 'on_hand as onHand', 'reserved'])
    .select([
      sql<number>`on_hand - reserved`.as('available'),
      sql<boolean>`deleted_at is null`.as('onSale'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function countMovements(db: Db, partId: string, period: Period): Promise<number> {
  const conditions = [sql`part_id = ${partId}`, ...movementsInPeriod(period)]
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from stock_movements m where ${sql.join(conditions, sql` and `)} limit ${MAX_COUNT}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

async function readMovements(
  db: Db,
  partId: string,
  { size, after, onHand, ...period }: PeriodPage & { onHand: number },
): Promise<PartStock['movements']> {
  const rows = await db
    .selectFrom('stock_movements as m')
    .leftJoin('users', 'users.id', 'm.by_user')
    .leftJoin('orders', 'orders.id', 'm.order_id')
    .select(['m.id', 'kind', 'pieces', 'reason', 'order_id as orderId', staffName.as('by'), 'm.at'])
    .select('orders.number')
    .where('part_id', '=', partId)
    .$if(after !== undefined, (query) => query.where('m.id', '<', after as string))
    .where((eb) => eb.and(movementsInPeriod(period)))
    .orderBy('m.id', 'desc')
    .limit(size)
    .execute()
  let onHandAfter = onHand - (rows[0] ? await sumMovementsAfter(db, partId, rows[0].id) : 0)
  return rows.map(({ id, at, number, ...row }) => {
    const orderNumber = number === null ? null : formatOrderNumber(number)
    const movement = { _id: id, ...row, orderNumber, left: onHandAfter, at: at.toISOString() }
    onHandAfter -= row.pieces
    return movement
  })
}

async function sumMovementsAfter(db: Db, partId: string, id: string): Promise<number> {
  const { sum } = await db
    .selectFrom('stock_movements')
    .select(sql<number>`coalesce(sum(pieces), 0)::int`.as('sum'))
    .where('part_id', '=', partId)
    .where('id', '>', id)
    .executeTakeFirstOrThrow()
  return sum
}

function movementsInPeriod(period: Period) {
  return inPeriod(period, { time: 'm.at', id: 'm.id' })
}
