-- The role and the profile are the shop's. Better Auth reads and writes the other columns.
create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  -- The grace period for the second factor starts here. Null for customers.
  admin_since timestamptz,
  education text not null default '',
  address text not null default '',
  -- For deliveries. Only a confirmed sign_in_phone signs in.
  phone text not null default '',
  linkedin text not null default '' check (linkedin = '' or linkedin like 'https://%'),
  sign_in_phone text unique check (sign_in_phone ~ '^\+[1-9]\d{6,14}$'),
  sign_in_phone_confirmed boolean not null default false,
  two_factor_enabled boolean not null default false,
  banned_at timestamptz,
  banned_by uuid references users (id),
  ban_reason text,
  -- When and by whom a customer without payment history was allowed to reserve like one with it.
  trusted_at timestamptz,
  trusted_by uuid references users (id),
  -- The row of a deleted account stays, without personal data: orders and events refer to it.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_banned_has_reason check ((banned_at is null) = (ban_reason is null))
);
create index users_by_id on users (id) where deleted_at is null;
create index users_unconfirmed on users (id) where not email_verified;
-- Searches must use the same expression.
create index users_by_search_text on users
  using gin (lower(email || ' ' || name) gin_trgm_ops) where deleted_at is null;

-- The e-mails and the role as they were at the time of the change.
create table role_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  email text not null,
  role text not null check (role in ('customer', 'admin')),
  by_user uuid references users (id),
  by_email text,
  changed_at timestamptz not null default now()
);
create index role_changes_by_time on role_changes (changed_at desc, id desc);
create index role_changes_of_user on role_changes (user_id);

create table ban_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  banned boolean not null,
  reason text,
  by_user uuid references users (id),
  at timestamptz not null default now(),
  constraint ban_changes_ban_has_reason check ((reason is not null) = banned)
);
create index ban_changes_of_user on ban_changes (user_id, id);
