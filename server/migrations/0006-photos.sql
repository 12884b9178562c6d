-- Uploaded photos, re-encoded in each width and format that pages use. They never change.
create table photos (
  id uuid primary key,
  -- Hash of the uploaded file: the same file uploaded again is the same photo.
  sha256 bytea not null unique check (length(sha256) = 32),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  by_user uuid references users (id),
  created_at timestamptz not null default now(),
  -- Null while a part may use the photo. A day later it is deleted if no part uses it.
  unused_since timestamptz default now()
);
create index photos_unused on photos (unused_since) where unused_since is not null;

create table photo_files (
  photo_id uuid not null references photos (id) on delete cascade,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  width integer not null check (width > 0),
  bytes bytea not null,
  primary key (photo_id, format, width)
);
-- The formats are already compressed.
alter table photo_files alter column bytes set storage external;
