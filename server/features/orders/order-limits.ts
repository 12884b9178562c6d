import { formatCount, formatDollars } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { hashedName, rateLimits } from '../../platform/limits/rate-limits.ts'

export type LimitSettings = Pick<Config, 'unpaidOrdersMax' | 'unconfirmed' | 'newCustomer'>

/** What a limit is judged by: money in cents, stock in pieces. `pieces`: of the part, in all unpaid orders. */
export interface Judged {
  refused:
    | 'unpaid_orders_too_many'
    | 'unconfirmed_orders_too_many'
    | 'unpaid_value_too_high'
    | 'stock_share_too_high'
    | null
  orders: number
  cents: number
  pieces: number
  available: number
  minimum: number
  /** The e-mail is not confirmed, and no order of this customer is paid. */
  isUnconfirmed: boolean
}

interface Claimed {
  userId: string
  partId: string
  /** Already claimed: the part's row is locked and has them reserved. */
  quantity: number
  totalCents: number
}

const DAY_SECONDS = 24 * 3600

/**
 * The row `judged` of a `with` clause: the customer's unpaid orders, and the first limit that one more
 * order would exceed. The user's row must be locked, so that the counts stay true until the order is
 * written. A customer with a paid order that was not refunded has no limit but the number of unpaid
 * orders; a first order of the minimum quantity exceeds neither value nor share.
 */
export function judgedOrder(
  { userId, partId, quantity, totalCents }: Claimed,
  { unpaidOrdersMax, unconfirmed, newCustomer }: LimitSettings,
) {
  return sql`
    customer as (
      select email_verified, trusted_at is not null as is_trusted, exists (
        select from orders where user_id = users.id and paid_at is not null
          and cancelled_at is null and refund_began_at is null
      ) as has_paid
      from users where id = ${userId}::uuid
    ), unpaid as (
      select count(*) as orders, coalesce(sum(total_cents), 0) as cents
      from orders where user_id = ${userId}::uuid and paid_at is null and cancelled_at is null
    ), of_part as (
      select coalesce(sum(quantity), 0) as pieces
      from orders join order_lines on order_id = orders.id and part_id = ${partId}::uuid
      where user_id = ${userId}::uuid and paid_at is null and cancelled_at is null
        and not (select is_trusted or has_paid from customer)
    ), stock as (
      select on_hand - reserved + ${quantity}::int + pieces as available, minimum_order as minimum
      from parts, of_part where id = ${partId}::uuid
    ), judged as (
      select orders, cents, pieces, available, minimum,
        not email_verified and not has_paid as is_unconfirmed,
        case
          when orders >= ${unpaidOrdersMax}::int then 'unpaid_orders_too_many'
          when has_paid then null
          when not email_verified and orders >= ${unconfirmed.unpaidOrdersMax}::int
            then 'unconfirmed_orders_too_many'
          when is_trusted or orders = 0 and ${quantity}::int = minimum then null
          when cents + ${totalCents}::int > ${newCustomer.unpaidCentsMax}::bigint
            then 'unpaid_value_too_high'
          when pieces + ${quantity}::int
            > greatest(minimum, available * ${newCustomer.stockSharePercent}::int / 100)
            then 'stock_share_too_high'
        end as refused
      from customer, unpaid, of_part, stock
    )`
}

/** The refusal of an order that exceeds a limit, with what is possible instead. */
export function limitRefusal(
  { refused, ...judged }: Judged,
  unitPriceCents: number,
  { unconfirmed, newCustomer }: LimitSettings,
): Refusal {
  if (refused === 'unconfirmed_orders_too_many') {
    const orders = unconfirmed.unpaidOrdersMax
    return refuse(refused, {
      detail: `Until your email is confirmed you can have ${orders} unpaid ${orders === 1 ? 'order' : 'orders'}. Confirm your email to place more orders.`,
    })
  }
  if (refused === null || refused === 'unpaid_orders_too_many') {
    return refuse('unpaid_orders_too_many')
  }
  const { unpaidCentsMax, stockSharePercent } = newCustomer
  const limit =
    refused === 'unpaid_value_too_high'
      ? `Before your first payment, unpaid orders can be worth ${formatDollars(unpaidCentsMax / 100)} together`
      : `Before your first payment, unpaid orders can reserve ${stockSharePercent} % of the stock of a part`
  const pieces = possiblePieces(judged, unitPriceCents, newCustomer)
  const possible =
    pieces === 0 ? 'you cannot order this part now' : `you can order ${formatCount(pieces)} pieces`
  const detail = `${limit}: ${possible}. Pay an open order first, or ask us to trust your account.`
  return refuse(refused, { detail, errors: { quantity: detail } })
}

/** The largest quantity within value and share; 0 where that is below the minimum order. */
function possiblePieces(
  { orders, cents, pieces, available, minimum }: Omit<Judged, 'refused'>,
  unitPriceCents: number,
  { unpaidCentsMax, stockSharePercent }: LimitSettings['newCustomer'],
): number {
  const byValue = Math.floor((unpaidCentsMax - cents) / unitPriceCents)
  const byShare = Math.max(minimum, Math.floor((available * stockSharePercent) / 100)) - pieces
  const possible = Math.min(byValue, byShare)
  if (possible >= minimum) return possible
  return orders === 0 ? minimum : 0
}

/**
 * Counts one more order placed with an e-mail that is not confirmed, or refuses it. Counted by e-mail,
 * not by account: deleting the account and signing up again begins no new count. In the order's
 * transaction, so that an order that is refused does not count.
 */
export async function countUnconfirmedOrder(
  tx: Tx,
  email: string,
  { ordersPerDayMax }: LimitSettings['unconfirmed'],
): Promise<Refusal | undefined> {
  const rule = { window: DAY_SECONDS, max: ordersPerDayMax }
  const key = `orders|unconfirmed|${hashedName(email)}`
  const { allowed } = await rateLimits(tx).consume(key, rule)
  if (allowed) return undefined
  return refuse('unconfirmed_orders_too_many', {
    detail: `Until your email is confirmed you can place ${ordersPerDayMax} orders a day. Confirm your email to place more orders.`,
  })
}
