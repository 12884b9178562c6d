-- Why stock was changed by hand. The ledger is read by part, newest first.
alter table stock_movements
  add column reason text check (length(reason) between 1 and 200);
create index stock_movements_in_order on stock_movements (part_id, id);

-- Pictures that staff uploaded: re-encoded, in each width and format that pages ask for, never changed.
create table photos (
  id uuid primary key,
  -- Of what was uploaded: the same file again is the same photo.
  sha256 bytea not null unique check (length(sha256) = 32),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  by_user uuid references users (id),
  created_at timestamptz not null default now()
);
create table photo_files (
  photo_id uuid not null references photos (id) on delete cascade,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  width integer not null check (width > 0),
  bytes bytea not null,
  primary key (photo_id, format, width)
);
-- They are compressed already.
alter table photo_files alter column bytes set storage external;

-- A list of parts that was read in: first what would become of each row, then, once staff say so, that.
create table part_imports (
  id uuid primary key,
  by_user uuid references users (id),
  file_name text not null,
  state text not null check (state in ('reading', 'read', 'applying', 'applied', 'refused')),
  -- Why the whole file could not be read.
  refusal text,
  created_at timestamptz not null default now(),
  applied_at timestamptz
);
create table part_import_rows (
  import_id uuid not null references part_imports (id) on delete cascade,
  row integer not null check (row > 0),
  fate text not null check (fate in ('add', 'change', 'same', 'wrong')),
  part_id uuid,
  -- What the row says, as the shop understood it; of a wrong one, as it stood there.
  given jsonb not null,
  errors jsonb,
  -- Null until it is applied, or not at all.
  applied_at timestamptz,
  -- Why it could not be applied after all.
  refusal text,
  primary key (import_id, row)
);
create index part_import_rows_by_fate on part_import_rows (import_id, fate, row);

-- A hidden review counts for nobody but the staff; the maker may answer any.
alter table reviews
  add column hidden_at timestamptz,
  add column hidden_by uuid references users (id),
  add column hide_reason text check (length(hide_reason) between 1 and 200),
  add column answer text check (length(answer) between 1 and 2000),
  add column answered_at timestamptz,
  add column answered_by uuid references users (id),
  add check ((hidden_at is null) = (hide_reason is null)),
  add check ((answered_at is null) = (answer is null));

-- Who brings the parcel, and its number there.
alter table orders
  add column carrier text check (length(carrier) between 1 and 60),
  add column tracking_number text check (length(tracking_number) between 1 and 60);

-- Invoices, and credit notes of what was refunded: one row of numbers, without gaps. They are given
-- under a lock of the counter, to paid orders in the order in which they were paid.
create table invoices (
  number bigint primary key check (number > 0),
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  issued_at timestamptz not null default now(),
  unique (order_id, kind)
);
create table invoice_counter (last bigint not null check (last >= 0));
create unique index one_invoice_counter on invoice_counter ((true));
insert into invoice_counter values (0);
create trigger invoices_append_only before update or delete on invoices
  for each row execute function refuse_change();

-- Takings by day, and what waits to be shipped.
create index orders_by_payment on orders (paid_at, total_cents) where paid_at is not null;
create index orders_by_refund on orders (refunded_at, total_cents) where refunded_at is not null;

-- All that a person is found by.
alter table users add column searched text not null
  generated always as (lower(email || ' ' || name)) stored;
create index users_searched on users using gin (searched gin_trgm_ops) where deleted_at is null;
create index users_in_order on users (id) where deleted_at is null;
