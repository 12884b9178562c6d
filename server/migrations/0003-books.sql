-- A reservation may be extended once, and its customer is told before it lapses.
alter table orders
  add column extended_at timestamptz,
  add column lapse_warned_at timestamptz,
  -- A paid order that is not shipped may be refunded; it is cancelled then, and its pieces come back.
  add column refund_began_at timestamptz,
  add column refund_began_by uuid references users (id),
  add column refunded_at timestamptz,
  -- What its lines are called, so that one index finds an order by all that one may type.
  add column part_names text not null default '';

update orders set part_names = (select string_agg(part_name, ' ' order by line) from order_lines where order_id = id);

alter table orders drop constraint orders_check3;
alter table orders
  add constraint cancelled_is_unpaid_or_refunded check (cancelled_at is null
    or (cancellation_began_at is not null and paid_at is null)
    or (refunded_at is not null and shipped_at is null)),
  add constraint refunded_was_paid_and_is_cancelled check (refunded_at is null
    or (paid_at is not null and cancelled_at is not null and refund_began_at is not null)),
  add constraint shipped_is_not_refunded check (shipped_at is null or refund_began_at is null);

create index orders_to_warn on orders (reserved_until)
  where paid_at is null and cancelled_at is null and lapse_warned_at is null;
create index orders_refunding on orders (refund_began_at)
  where refund_began_at is not null and refunded_at is null;

-- All that an order is found by.
alter table orders add column searched text not null
  generated always as (lower(email || ' ' || name || ' ' || part_names || ' ' || coalesce(transaction_id, ''))) stored;
-- New ones are gathered and sorted in half a megabyte at a time: one by one costs each order more than
-- all its other indexes together, and whoever fills a larger list waits for it to be sorted in.
create index orders_searched on orders using gin (searched gin_trgm_ops)
  with (gin_pending_list_limit = 512) where cancelled_at is null;

-- Each list of orders, by its status, newest or dearest first: of each order, one entry in each of four.
-- Upwards, though they are read downwards: what is newest is then written at the end, into full pages.
drop index orders_live, orders_of_user;
create index orders_of_user on orders (user_id, id) where cancelled_at is null;
-- How many unpaid ones a customer has is counted with each new order: not among all that he ever paid.
create index orders_unpaid_of_user on orders (user_id) where paid_at is null and cancelled_at is null;
create index orders_live on orders (id) where cancelled_at is null;
create index orders_pending on orders (id) where paid_at is null and cancelled_at is null;
create index orders_paid on orders (id)
  where paid_at is not null and shipped_at is null and cancelled_at is null;
create index orders_shipped on orders (id) where shipped_at is not null and cancelled_at is null;
create index orders_live_by_total on orders (total_cents, id) where cancelled_at is null;
create index orders_pending_by_total on orders (total_cents, id)
  where paid_at is null and cancelled_at is null;
create index orders_paid_by_total on orders (total_cents, id)
  where paid_at is not null and shipped_at is null and cancelled_at is null;
create index orders_shipped_by_total on orders (total_cents, id)
  where shipped_at is not null and cancelled_at is null;

-- Soon enough that, with the round it is found in, what was charged and not told is known within a minute.
alter table payment_intents alter column next_check_at set default now() + interval '20 seconds';

-- What the shop made of each of the provider's events.
alter table provider_events add column outcome text;
