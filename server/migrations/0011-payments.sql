-- Payment intents at the card provider, as far as the shop knows their state.
create table payment_intents (
  id text primary key,
  order_id uuid not null references orders (id),
  attempt integer not null check (attempt > 0),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  state text not null check (state in ('open', 'settled', 'cancelled', 'refunded')),
  refund_id text unique,
  created_at timestamptz not null default now(),
  checks integer not null default 0,
  -- With the interval of the scheduled job, a payment without a webhook is noticed within a minute.
  next_check_at timestamptz not null default now() + interval '20 seconds',
  unique (order_id, attempt),
  constraint payment_intents_refunded_has_refund check ((state = 'refunded') = (refund_id is not null))
);
create unique index one_open_intent on payment_intents (order_id) where state = 'open';
create unique index one_settled_intent on payment_intents (order_id) where state = 'settled';
create index payment_intents_to_check on payment_intents (next_check_at) where state = 'open';

-- Webhooks that were received. Each is handled once.
create table provider_events (
  id text primary key,
  type text not null,
  intent_id text,
  received_at timestamptz not null default now(),
  outcome text
);
create index provider_events_of_intent on provider_events (intent_id);
