import { sql } from 'kysely'

/** True if an order's payment is disputed: the last event about its disputes found one that is open or lost. */
export const isDisputed = sql<boolean>`coalesce((
  select outcome = 'disputed' from provider_events
  where intent_id = orders.transaction_id and outcome in ('disputed', 'dispute_won')
  order by received_at desc limit 1), false)`

/** True if an order may be shipped. All conditions but the last must equal those of the index `orders_to_ship`. */
export const isShippable = sql<boolean>`(paid_at is not null and shipped_at is null and cancelled_at is null
  and refund_began_at is null and not ${isDisputed})`
