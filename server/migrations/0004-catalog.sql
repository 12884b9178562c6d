create table families (
  code text primary key check (code ~ '^\d{2}$'),
  name text not null unique,
  -- 'Disc rotors' is disc-rotors in addresses.
  slug text not null unique
    generated always as (trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'))) stored
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
  -- json, because jsonb would lose the order in which pages show the attributes.
  attributes json not null default '{}',
  drawing jsonb,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint parts_reserved_is_on_hand check (reserved <= on_hand)
);
alter sequence parts_position owned by parts.position;
create index parts_on_sale on parts (position) where deleted_at is null;
create index parts_by_price on parts (unit_price_cents, position) where deleted_at is null;
create index parts_by_family on parts (family_code, position) where deleted_at is null;
create index parts_by_family_and_price
  on parts (family_code, unit_price_cents, position) where deleted_at is null;
-- The first drawing of a family represents it.
create index parts_drawn
  on parts (family_code, position) where drawing is not null and deleted_at is null;

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
create index part_fits_by_interface on part_fits (interface_id, role, size, part_id);

-- Changes by staff: old and new value of each field.
create table part_edits (
  id uuid primary key,
  part_id uuid not null references parts (id),
  kind text not null check (kind in ('changed', 'deleted')),
  by_user uuid references users (id),
  changes jsonb not null default '{}',
  at timestamptz not null default now()
);
create index part_edits_by_part on part_edits (part_id, id);
