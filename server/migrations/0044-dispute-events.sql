-- Without a transaction
-- The events that show which payments are disputed now. Must equal server/platform/database/disputed-payments.ts.
drop index concurrently if exists provider_events_of_disputes;
create index concurrently provider_events_of_disputes on provider_events (intent_id)
  where outcome in ('disputed', 'dispute_won');
