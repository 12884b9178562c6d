-- An order has facts, lines and append-only events. Its status is derived from the facts.
create table orders (
  id uuid primary key,
  user_id uuid not null references users (id),
  email text not null,
  name text not null,
  phone text not null,
  address text not null,
  total_cents integer not null check (total_cents between 50 and 99999999),
  currency text not null default 'usd' check (currency = 'usd'),
  placed_at timestamptz not null default now(),
  reserved_until timestamptz not null,
  -- Set if the order was placed before the customer confirmed the e-mail: the end of the reservation once
  -- confirmed. Stays set afterwards, because mails do not quote such an order's customer data.
  reserved_until_if_confirmed timestamptz,
  -- A reservation may be extended once.
  extended_at timestamptz,
  expiry_warned_at timestamptz,
  -- The next attempt to finish a cancellation or refund, after one has failed.
  retry_at timestamptz,
  paid_at timestamptz,
  transaction_id text unique,
  shipped_at timestamptz,
  shipped_by uuid references users (id),
  carrier text check (length(carrier) between 1 and 60),
  tracking_number text check (length(tracking_number) between 1 and 60),
  cancellation_began_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid references users (id),
  refund_began_at timestamptz,
  refund_began_by uuid references users (id),
  refunded_at timestamptz,
  -- Names of the lines' parts, for the search.
  part_names text not null default '',
  search_text text not null generated always as
    (lower(email || ' ' || name || ' ' || part_names || ' ' || coalesce(transaction_id, ''))) stored,
  constraint orders_paid_has_transaction check ((paid_at is null) = (transaction_id is null)),
  constraint orders_shipped_was_paid check (shipped_at is null or paid_at is not null),
  constraint orders_shipped_has_user check (shipped_at is null or shipped_by is not null),
  constraint orders_shipped_is_not_refunded check (shipped_at is null or refund_began_at is null),
  constraint orders_cancelled_is_unpaid_or_refunded check (cancelled_at is null
    or (cancellation_began_at is not null and paid_at is null)
    or (refunded_at is not null and shipped_at is null)),
  constraint orders_refunded_was_paid_and_is_cancelled check (refunded_at is null
    or (paid_at is not null and cancelled_at is not null and refund_began_at is not null))
);

-- Scheduled jobs: expired reservations, and cancellations and refunds that were interrupted.
create index orders_unpaid on orders (reserved_until) where paid_at is null and cancelled_at is null;
create index orders_to_warn on orders (reserved_until)
  where paid_at is null and cancelled_at is null and expiry_warned_at is null;
create index orders_cancelling on orders (cancellation_began_at)
  where cancellation_began_at is not null and cancelled_at is null;
create index orders_refunding on orders (refund_began_at)
  where refund_began_at is not null and refunded_at is null;

-- Lists by status, newest or highest total first. The indexes are ascending, so that new orders are appended
-- to full pages.
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

create index orders_of_user on orders (user_id, id) where cancelled_at is null;
-- The limit of unpaid orders is checked when an order is placed.
create index orders_unpaid_of_user on orders (user_id) where paid_at is null and cancelled_at is null;
-- Each review that is listed states whether its user has bought here.
create index orders_shipped_of_user on orders (user_id)
  where shipped_at is not null and cancelled_at is null;

-- Statistics: revenue by day, orders to ship, orders by month.
create index orders_by_paid_at on orders (paid_at)
  include (total_cents, refunded_at, id) where paid_at is not null;
create index orders_by_refunded_at on orders (refunded_at)
  include (total_cents) where refunded_at is not null;
create index orders_to_ship on orders (paid_at)
  where paid_at is not null and shipped_at is null and cancelled_at is null and refund_began_at is null;
-- BRIN, because rows are stored in the order in which orders are placed, and inserts cost almost nothing.
create index orders_by_placed_at on orders
  using brin (placed_at) with (autosummarize = on);

-- Without a pending list, each order would pay more for this index than for all others. With a long one, the
-- request that fills it waits for the merge.
create index orders_by_search_text on orders using gin (search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512) where cancelled_at is null;

create table order_lines (
  order_id uuid not null references orders (id),
  line integer not null check (line > 0),
  part_id uuid not null references parts (id),
  part_name text not null,
  unit_price_cents integer not null check (unit_price_cents > 0),
  quantity integer not null check (quantity > 0),
  primary key (order_id, line),
  unique (order_id, part_id)
);
create index order_lines_of_part on order_lines (part_id);

create table order_events (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null,
  by_user uuid references users (id),
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index order_events_of_order on order_events (order_id, at);

-- A repeated key gets the first response again, which is built from the id of the created object.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  object_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_created_at on idempotency_keys (created_at);
