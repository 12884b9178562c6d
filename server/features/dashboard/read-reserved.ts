import type { Overview } from '@freehub/contract/dashboard/overview'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'

type Reserved = Overview['reserved']

const LISTED = 5

/** How much of the stock unpaid orders reserve, and the customers who reserve most. */
export async function readReserved(db: Db): Promise<Reserved> {
  return { ...(await readReservedShare(db)), customers: await readHolders(db) }
}

/**
 * How many pieces unpaid orders reserve of those that are not paid for, and how many parts cannot be
 * ordered because of that, of all that could be. Reads all parts.
 */
export async function readReservedShare(db: Db): Promise<Omit<Reserved, 'customers'>> {
  const { rows } = await sql<Omit<Reserved, 'customers'>>`
    with unpaid as (
      select part_id, sum(quantity) as pieces
      from orders join order_lines on order_id = orders.id
      where paid_at is null and cancelled_at is null group by part_id
    ), stocked as (
      select minimum_order, on_hand - reserved as available, coalesce(pieces, 0) as pieces
      from parts left join unpaid on part_id = id where deleted_at is null
    )
    select count(*) filter (where available + pieces >= minimum_order) as parts,
      count(*) filter (
        where available < minimum_order and available + pieces >= minimum_order) as "blockedParts",
      coalesce(sum(available + pieces), 0)::bigint as pieces,
      coalesce(sum(pieces), 0)::bigint as "reservedPieces"
    from stocked`.execute(db)
  return rows[0] as Omit<Reserved, 'customers'>
}

async function readHolders(db: Db): Promise<Reserved['customers']> {
  const { rows } = await sql<Omit<Reserved['customers'][number], 'total'> & { cents: number }>`
    select users.email, email_verified as "emailConfirmed", count(*) as orders,
      sum(quantity)::bigint as pieces, sum(total_cents)::bigint as cents
    from orders join order_lines on order_id = orders.id join users on users.id = user_id
    where paid_at is null and cancelled_at is null
    group by users.id order by pieces desc, users.id limit ${LISTED}`.execute(db)
  return rows.map(({ cents, ...holder }) => ({ ...holder, total: dollarsOf(cents) }))
}
