import { setTimeout as delay } from 'node:timers/promises'
import { dollarsOf } from '@freehub/contract/money'
import type { Overview } from '@freehub/contract/overview/calls'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { registerGauge } from '../../platform/metrics/metrics.ts'

type UnpaidReservations = Overview['reserved']

const MAX_CUSTOMERS = 5

/** Reads the stock that unpaid orders reserve, and the customers who reserve the most. */
export async function readUnpaidReservations(db: Db): Promise<UnpaidReservations> {
  return { ...(await readUnpaidTotals(db)), customers: await readTopCustomers(db) }
}

/**
 * Reads totals over all parts on sale. `parts`: the parts whose minimum order would be available without unpaid
 * orders. `blockedParts`: those of them whose minimum order is unavailable now. `pieces`: the quantity that would be
 * available. `reservedPieces`: the quantity that unpaid orders reserve.
 */
async function readUnpaidTotals(db: Db): Promise<Omit<UnpaidReservations, 'customers'>> {
  const { rows } = await sql<Omit<UnpaidReservations, 'customers'>>`
    with unpaid as (
      select part_id, sum(quantity) as quantity
      from orders join order_lines on order_id = orders.id
      where paid_at is null and cancelled_at is null and cancelled_quantity = 0 group by part_id
    ), stocked as (
      select minimum_order, on_hand - reserved as available, coalesce(quantity, 0) as quantity
      from parts left join unpaid on part_id = id where deleted_at is null
    )
    select count(*) filter (where available + quantity >= minimum_order) as parts,
      count(*) filter (
        where available < minimum_order and available + quantity >= minimum_order) as "blockedParts",
      coalesce(sum(available + quantity), 0)::bigint as pieces,
      coalesce(sum(quantity), 0)::bigint as "reservedPieces"
    from stocked`.execute(db)
  return rows[0] as Omit<UnpaidReservations, 'customers'>
}

async function readTopCustomers(db: Db): Promise<UnpaidReservations['customers']> {
  const { rows } = await sql<
    Omit<UnpaidReservations['customers'][number], 'total'> & { cents: number }
  >`
    select users.email, users.name, email_verified as "emailConfirmed", count(distinct orders.id) as orders,
      sum(quantity)::bigint as pieces, sum(quantity::bigint * unit_price_cents)::bigint as cents
    from orders join order_lines on order_id = orders.id join users on users.id = user_id
    where paid_at is null and cancelled_at is null and cancelled_quantity = 0
    group by users.id order by pieces desc, users.id limit ${MAX_CUSTOMERS}`.execute(db)
  return rows.map(({ cents, ...customer }) => ({ ...customer, total: dollarsOf(cents) }))
}

const TIMEOUT_MS = 1_000
const CACHE_TTL_MS = 60_000

/** Registers two ratios from 0 to 1: parts that unpaid orders make unavailable, and quantity that they reserve. */
export function registerUnpaidReservationMetrics(db: Db): void {
  const readRatios = createRatioReader(db)
  registerGauge(
    'freehub_unpaid_reserved_ratio',
    'Share of parts that unpaid orders make unavailable (parts), and share of stock that they reserve (quantity). All processes report the same value.',
    async (report) => {
      const ratios = await readRatios()
      if (!ratios) return
      report(ratios.parts, { of: 'parts' })
      report(ratios.quantity, { of: 'quantity' })
    },
    { labelNames: ['of'], aggregator: 'max' },
  )
}

/**
 * Creates a function that reads the reserved ratios and caches them for a minute. It returns undefined after a second,
 * or if the read fails. Failures are not cached.
 */
function createRatioReader(db: Db) {
  let cached: { at: number; ratios: ReturnType<typeof readRatios> } | undefined
  return async () => {
    if (!cached || Date.now() - cached.at > CACHE_TTL_MS) {
      cached = { at: Date.now(), ratios: readRatios(db) }
      cached.ratios.catch(() => {
        cached = undefined
      })
    }
    const timeout = delay(TIMEOUT_MS, undefined, { ref: false })
    return Promise.race([cached.ratios, timeout]).catch(() => undefined)
  }
}

async function readRatios(db: Db) {
  const { parts, blockedParts, pieces, reservedPieces } = await readUnpaidTotals(db)
  return {
    parts: parts === 0 ? 0 : blockedParts / parts,
    quantity: pieces === 0 ? 0 : reservedPieces / pieces,
  }
}
