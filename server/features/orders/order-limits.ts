import { formatCount, formatDollars } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { createRateLimits, hashedName } from '../../platform/limits/rate-limits.ts'

export type LimitSettings = Pick<Config, 'unpaidOrdersMax' | 'unconfirmed' | 'newCustomer'>

/** The result of `limitCheckSql`: the exceeded limit, and the values that it was compared with. */
export interface LimitCheck {
  refused:
    | 'unpaid_orders_too_many'
    | 'unconfirmed_orders_too_many'
    | 'unpaid_value_too_high'
    | 'stock_share_too_high'
    | null
  orders: number
  cents: number
  reservedQuantity: number
  /** Stock of the part that is not reserved by others. */
  available: number
  minimum: number
  /** The email is unconfirmed and the customer has no paid order. */
  isUnconfirmed: boolean
}

interface LimitedOrder {
  userId: string
  partId: string
  /** Already reserved, under a lock on the part's row. */
  quantity: number
  totalCents: number
}

const DAY_SECONDS = 24 * 3600

/**
 * Subqueries for a `with` clause: `limit_check` has the first limit that one more order would
 * exceed. The caller must hold a lock on the user's row. Value and share limits allow a first order
 * of the minimum quantity, and do not apply after a payment.
 */
export function limitCheckSql(
  { userId, partId, quantity, totalCents }: LimitedOrder,
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
      select coalesce(sum(quantity), 0) as reserved_quantity
      from orders join order_lines on order_id = orders.id and part_id = ${partId}::uuid
      where user_id = ${userId}::uuid and paid_at is null and cancelled_at is null
        and not (select is_trusted or has_paid from customer)
    ), stock as (
      select on_hand - reserved + ${quantity}::int + reserved_quantity as available, minimum_order as minimum
      from parts, of_part where id = ${partId}::uuid
    ), limit_check as (
      select orders, cents, reserved_quantity, available, minimum,
        not email_verified and not has_paid as is_unconfirmed,
        case
          when orders >= ${unpaidOrdersMax}::int then 'unpaid_orders_too_many'
          when has_paid then null
          when not email_verified and orders >= ${unconfirmed.unpaidOrdersMax}::int
            then 'unconfirmed_orders_too_many'
          when is_trusted or orders = 0 and ${quantity}::int = minimum then null
          when cents + ${totalCents}::int > ${newCustomer.unpaidCentsMax}::bigint
            then 'unpaid_value_too_high'
          when reserved_quantity + ${quantity}::int
            > greatest(minimum, available * ${newCustomer.stockSharePercent}::int / 100)
            then 'stock_share_too_high'
        end as refused
      from customer, unpaid, of_part, stock
    )`
}

/** Refuses an order that exceeds a limit, and states the largest possible quantity. */
export function limitRefusal(
  { refused, ...check }: LimitCheck,
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
  const quantity = maxQuantity(check, unitPriceCents, newCustomer)
  const advice =
    quantity === 0
      ? 'you cannot order this part now'
      : `you can order ${formatCount(quantity)} pieces`
  const detail = `${limit}: ${advice}. Pay an open order first, or ask us to trust your account.`
  return refuse(refused, { detail, errors: { quantity: detail } })
}

/** Returns the largest quantity that both limits allow, or 0 if that is below the minimum order. */
function maxQuantity(
  { orders, cents, reservedQuantity, available, minimum }: Omit<LimitCheck, 'refused'>,
  unitPriceCents: number,
  { unpaidCentsMax, stockSharePercent }: LimitSettings['newCustomer'],
): number {
  const maxByValue = Math.floor((unpaidCentsMax - cents) / unitPriceCents)
  const maxByShare =
    Math.max(minimum, Math.floor((available * stockSharePercent) / 100)) - reservedQuantity
  const quantity = Math.min(maxByValue, maxByShare)
  if (quantity >= minimum) return quantity
  return orders === 0 ? minimum : 0
}

/** Counts an order by its unconfirmed email, not by account, in the order's transaction. */
export async function countUnconfirmedOrder(
  tx: Tx,
  email: string,
  { ordersPerDayMax }: LimitSettings['unconfirmed'],
): Promise<Refusal | undefined> {
  const rule = { window: DAY_SECONDS, max: ordersPerDayMax }
  const key = `orders|unconfirmed|${hashedName(email)}`
  const { allowed } = await createRateLimits(tx).consume(key, rule)
  if (allowed) return undefined
  return refuse('unconfirmed_orders_too_many', {
    detail: `Until your email is confirmed you can place ${ordersPerDayMax} orders a day. Confirm your email to place more orders.`,
  })
}
