-- Imports of part lists: first each row is checked, then staff apply the changes.
create table part_imports (
  id uuid primary key,
  by_user uuid references users (id),
  file_name text not null,
  state text not null
    check (state in ('uploading', 'reading', 'read', 'applying', 'applied', 'refused', 'cancelled')),
  -- Why the file could not be read or applied.
  refusal text,
  -- Number of rows by fate.
  to_add integer not null default 0,
  to_change integer not null default 0,
  same integer not null default 0,
  wrong integer not null default 0,
  -- Changed rows that change the stock.
  restocked integer not null default 0,
  -- Of the rows to add or change.
  applied integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null default now(),
  applied_by uuid references users (id),
  applied_at timestamptz
);
create unique index one_active_import on part_imports ((true))
  where state in ('reading', 'applying');

-- The uploaded file in chunks, until it is read.
create table part_import_chunks (
  import_id uuid not null references part_imports (id) on delete cascade,
  n integer not null check (n >= 0),
  bytes bytea not null,
  primary key (import_id, n)
);
alter table part_import_chunks alter column bytes set storage external;

create table part_import_rows (
  import_id uuid not null references part_imports (id) on delete cascade,
  row integer not null check (row > 1),
  fate text not null check (fate in ('add', 'change', 'same', 'wrong')),
  part_id uuid,
  name text not null,
  sku text,
  -- The new values, and the part's values when the row was read.
  new_values jsonb not null default '{}',
  old_values jsonb not null default '{}',
  -- By column.
  errors jsonb not null default '{}',
  applied_at timestamptz,
  -- Why the row could not be applied.
  refusal text,
  primary key (import_id, row)
);
create index part_import_rows_by_fate on part_import_rows (import_id, fate, row);
