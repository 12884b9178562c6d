import { sql } from 'kysely'

/** The ids of payments that a customer disputes: their last event about a dispute does not report a won one. */
export const disputedPayments = sql<string>`(
  select intent_id from provider_events where outcome in ('disputed', 'dispute_won') and intent_id is not null
  group by intent_id
  having (array_agg(outcome order by received_at desc))[1] = 'disputed')`
