-- People. Identity's own tables (users, sessions, accounts, verifications, rate_limits) are read and
-- written by Better Auth; the profile's columns and the role are the shop's.
create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  education text not null default '',
  address text not null default '',
  phone text not null default '',
  linkedin text not null default '' check (linkedin = '' or linkedin like 'https://%'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

create table rate_limits (
  id uuid primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- What the browser sends as Bearer: kept as a hash, beside its session and gone with it.
create table access_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_of_session on access_tokens (session_id);

-- The catalogue.
create table families (
  code text primary key check (code ~ '^\d{2}$'),
  name text not null unique
);

create table interfaces (
  id text primary key,
  definition jsonb not null
);

create sequence parts_position;

create table parts (
  id uuid primary key,
  position bigint not null unique default nextval('parts_position'),
  sku text unique,
  family_code text references families (code),
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) between 1 and 2000),
  img text not null,
  unit_price_cents integer not null check (unit_price_cents between 1 and 99999999),
  minimum_order integer not null check (minimum_order between 1 and 1000000000),
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  pack_size integer check (pack_size > 0),
  carton_size integer check (carton_size > 0),
  weight_g numeric check (weight_g > 0),
  lead_time_days integer check (lead_time_days >= 0),
  hs_code text check (hs_code ~ '^\d{6}$'),
  supersedes text,
  -- json, not jsonb: the order of a part's attributes is the catalogue's, for people to read.
  attributes json not null default '{}',
  drawing jsonb,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (reserved <= on_hand)
);
alter sequence parts_position owned by parts.position;
create index parts_on_sale on parts (position) where deleted_at is null;

create table part_price_tiers (
  part_id uuid not null references parts (id),
  from_quantity integer not null check (from_quantity > 0),
  unit_price_cents integer not null check (unit_price_cents > 0),
  primary key (part_id, from_quantity)
);

create table part_fits (
  part_id uuid not null references parts (id),
  interface_id text not null references interfaces (id),
  role text not null check (role in ('needs', 'offers')),
  size text not null,
  primary key (part_id, interface_id, role, size)
);
create index part_fits_by_interface on part_fits (interface_id, role, size);

create table reviews (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  name text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text not null,
  created_at timestamptz not null default now()
);

-- Orders: facts, lines and an append-only list of events. The status is derived from the facts.
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
  -- When the shop tries again to cancel it, after it could not.
  lapse_again_at timestamptz,
  paid_at timestamptz,
  transaction_id text unique,
  shipped_at timestamptz,
  shipped_by uuid references users (id),
  cancellation_began_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid references users (id),
  check ((paid_at is null) = (transaction_id is null)),
  check (shipped_at is null or paid_at is not null),
  check (shipped_at is null or shipped_by is not null),
  check (cancelled_at is null or (paid_at is null and cancellation_began_at is not null))
);
create index orders_live on orders (id desc) where cancelled_at is null;
create index orders_of_user on orders (user_id, id desc) where cancelled_at is null;
create index orders_unpaid on orders (reserved_until) where paid_at is null and cancelled_at is null;
create index orders_cancelling on orders (cancellation_began_at)
  where cancellation_began_at is not null and cancelled_at is null;

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

-- Pieces that came into or left the warehouse. on_hand is their sum.
create table stock_movements (
  id uuid primary key,
  part_id uuid not null references parts (id),
  kind text not null check (kind in ('initial', 'adjustment', 'shipment')),
  pieces integer not null,
  order_id uuid references orders (id),
  by_user uuid references users (id),
  at timestamptz not null default now(),
  check ((kind = 'shipment') = (order_id is not null)),
  check (kind <> 'shipment' or pieces < 0)
);
create index stock_movements_of_part on stock_movements (part_id, at);
create unique index one_shipment_of_part on stock_movements (order_id, part_id) where kind = 'shipment';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger order_events_append_only before update or delete on order_events
  for each row execute function refuse_change();
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function refuse_change();

-- A repeated key answers as it did at first. The order's id is that answer.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  order_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Payments: the provider's intents, as far as the shop knows them.
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
  next_check_at timestamptz not null default now() + interval '30 seconds',
  unique (order_id, attempt),
  check ((state = 'refunded') = (refund_id is not null))
);
create unique index one_open_intent on payment_intents (order_id) where state = 'open';
create unique index one_settled_intent on payment_intents (order_id) where state = 'settled';
create index payment_intents_to_check on payment_intents (next_check_at) where state = 'open';

create table provider_events (
  id text primary key,
  type text not null,
  intent_id text,
  received_at timestamptz not null default now()
);
create index provider_events_of_intent on provider_events (intent_id);

-- Whose data this is: the sandbox marks the database that it fills, and touches no other.
create table sandbox_mark (
  marked_at timestamptz not null default now()
);
create unique index one_sandbox_mark on sandbox_mark ((true));
