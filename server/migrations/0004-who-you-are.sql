-- A number that signs in: only one that its owner has confirmed. The profile's phone is for parcels.
alter table users
  add column sign_in_phone text unique check (sign_in_phone ~ '^\+[1-9]\d{6,14}$'),
  add column sign_in_phone_confirmed boolean not null default false,
  add column two_factor_enabled boolean not null default false,
  add column banned_at timestamptz,
  add column banned_by uuid references users (id),
  add column ban_reason text,
  -- Of who has deleted his account the row stays, without the person: orders and events point to it.
  add column deleted_at timestamptz,
  add check ((banned_at is null) = (ban_reason is null));

-- Written by Better Auth, but for the last step whose code was used: a code counts once.
create table two_factors (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  last_step bigint not null default 0
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create index passkeys_of_user on passkeys (user_id);

-- Who gave whom which role, and when. Both are kept as they were called then.
create table role_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  email text not null,
  role text not null check (role in ('customer', 'admin')),
  by_user uuid references users (id),
  by_email text,
  changed_at timestamptz not null default now()
);
create index role_changes_in_order on role_changes (changed_at desc, id desc);
