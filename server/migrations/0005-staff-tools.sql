-- The version before goes on selling meanwhile. So everything that is changed is taken at the beginning,
-- in the order in which most take it, or whoever holds one and waits for another could make a deadlock of
-- it later; and nothing here reads or writes a long table: 0006 does, beside the shop. If somebody is in
-- the way, nobody waits behind this for long: it is given up, and tried again. A second and a half is long
-- enough for PostgreSQL to end a vacuum of its own that is in the way.
set local lock_timeout = '1500ms';
lock table users, orders, parts, part_words, stock_movements, reviews in access exclusive mode;

-- Why stock was changed by hand.
alter table stock_movements
  add column reason text,
  add constraint stock_movements_reason_check check (length(reason) between 1 and 200) not valid;

-- What staff changed of a part: of each field what it was and what it became, and who deleted it.
create table part_edits (
  id uuid primary key,
  part_id uuid not null references parts (id),
  kind text not null check (kind in ('changed', 'deleted')),
  by_user uuid references users (id),
  changes jsonb not null default '{}',
  at timestamptz not null default now()
);
create index part_edits_in_order on part_edits (part_id, id);
create trigger part_edits_append_only before update or delete on part_edits
  for each row execute function refuse_change();

-- Pictures that staff uploaded: re-encoded, in each width and format that pages ask for, never changed.
create table photos (
  id uuid primary key,
  -- Of what was uploaded: the same file again is the same photo.
  sha256 bytea not null unique check (length(sha256) = 32),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  by_user uuid references users (id),
  created_at timestamptz not null default now(),
  -- Since when perhaps no part shows it. After a day it is looked up, and goes if none does.
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
-- They are compressed already.
alter table photo_files alter column bytes set storage external;

-- The photo in a part's picture address, if it is one of the shop's: /photos/{id}/{width}.webp
create function photo_of(img text) returns uuid
  language sql immutable parallel safe
  return substring(img from '^/photos/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/')::uuid;

-- A photo that may go is locked, so that none goes while a part takes it. One that is in use is not: many
-- parts may take it at once, and it has a day before it may go. A part takes no photo that is not there.
create function note_photo_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.img <> old.img or new.deleted_at is not null) then
    update photos set unused_since = now() where id = photo_of(old.img);
  end if;
  if new.deleted_at is null then
    update photos set unused_since = null where id = photo_of(new.img) and unused_since is not null;
    if new.img like '/photos/%' and (tg_op = 'INSERT' or new.img <> old.img) and not exists (
      select from photo_files where photo_id = photo_of(new.img)
        and new.img = format('/photos/%s/%s.%s', photo_id, width, format)
    ) then
      raise foreign_key_violation using constraint = 'parts_img_photo', message = 'no such photo';
    end if;
  end if;
  return null;
end $$;
create trigger parts_take_photos after insert on parts
  for each row when (new.img like '/photos/%') execute function note_photo_use();
create trigger parts_change_photos after update of img, deleted_at on parts
  for each row when (old.img like '/photos/%' or new.img like '/photos/%')
  execute function note_photo_use();

-- A list of parts that is read in: first what would become of each row, then, once staff say so, that.
create table part_imports (
  id uuid primary key,
  by_user uuid references users (id),
  file_name text not null,
  state text not null
    check (state in ('uploading', 'reading', 'read', 'applying', 'applied', 'refused', 'cancelled')),
  -- Why the whole file could not be read, or was not gone on with.
  refusal text,
  -- Rows by their fate; of the first two, how many are done, and how many could not be after all.
  to_add integer not null default 0,
  to_change integer not null default 0,
  same integer not null default 0,
  wrong integer not null default 0,
  -- Of the changed, how many would have another stock.
  restocked integer not null default 0,
  applied integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null default now(),
  applied_by uuid references users (id),
  applied_at timestamptz
);
create unique index one_import_under_way on part_imports ((true))
  where state in ('reading', 'applying');

-- The file itself, piece by piece, until it is read.
create table part_import_pieces (
  import_id uuid not null references part_imports (id) on delete cascade,
  n integer not null check (n >= 0),
  bytes bytea not null,
  primary key (import_id, n)
);
alter table part_import_pieces alter column bytes set storage external;

create table part_import_rows (
  import_id uuid not null references part_imports (id) on delete cascade,
  row integer not null check (row > 1),
  fate text not null check (fate in ('add', 'change', 'same', 'wrong')),
  part_id uuid,
  name text not null,
  sku text,
  -- What becomes of the part, and what of that it was when the row was read.
  given jsonb not null default '{}',
  was jsonb not null default '{}',
  -- What is wrong, by column.
  errors jsonb not null default '{}',
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
  add column hide_reason text,
  add column answer text,
  add column answered_at timestamptz,
  add column answered_by uuid references users (id),
  add constraint reviews_hide_reason_check check (length(hide_reason) between 1 and 200) not valid,
  add constraint reviews_answer_check check (length(answer) between 1 and 2000) not valid,
  add constraint reviews_hidden_check
    check (num_nulls(hidden_at, hidden_by, hide_reason) in (0, 3)) not valid,
  add constraint reviews_answered_check
    check (num_nulls(answered_at, answered_by, answer) in (0, 3)) not valid;

-- What staff did to a review, and to whom they shut the door or opened it again: for good.
create table review_changes (
  id uuid primary key,
  review_id uuid not null references reviews (id),
  kind text not null check (kind in ('hidden', 'shown', 'answered', 'answer_withdrawn')),
  by_user uuid not null references users (id),
  -- Why it was hidden, or what was answered.
  detail text,
  at timestamptz not null default now()
);
create index review_changes_of_review on review_changes (review_id, id);
create trigger review_changes_append_only before update or delete on review_changes
  for each row execute function refuse_change();
create table ban_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  banned boolean not null,
  reason text check ((reason is not null) = banned),
  by_user uuid references users (id),
  at timestamptz not null default now()
);
create index ban_changes_of_user on ban_changes (user_id, id);
create trigger ban_changes_append_only before update or delete on ban_changes
  for each row execute function refuse_change();
-- An id of a moment, as uuidv7 makes it, which PostgreSQL has from 18 on alone.
create function id_of(moment timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid
$$;
-- Noted by the database itself: also the version before this one bans.
create function note_ban() returns trigger language plpgsql as $$
begin
  insert into ban_changes values
    (id_of(new.banned_at), new.id, true, new.ban_reason, new.banned_by, new.banned_at);
  return null;
end $$;
create trigger users_note_ban after update of banned_at on users
  for each row when (old.banned_at is null and new.banned_at is not null)
  execute function note_ban();

-- Who brings the parcel, and its number there.
alter table orders
  add column carrier text,
  add column tracking_number text,
  add constraint orders_carrier_check check (length(carrier) between 1 and 60) not valid,
  add constraint orders_tracking_number_check
    check (length(tracking_number) between 1 and 60) not valid;

-- Invoices, and credit notes of what was refunded: one row of numbers, without gaps. They are given
-- under a lock of the counter, to paid orders in the order in which they were paid.
create table invoices (
  number bigint primary key check (number > 0),
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- Not when the transaction began, which waited for the counter: a higher number is never earlier.
  issued_at timestamptz not null default clock_timestamp(),
  unique (order_id, kind)
);
create table invoice_counter (last bigint not null check (last >= 0));
create unique index one_invoice_counter on invoice_counter ((true));
insert into invoice_counter values (0);
create trigger invoices_append_only before update or delete on invoices
  for each row execute function refuse_change();

-- What waits for its number, so that nobody looks for it among a million orders. Noted by the database
-- itself: also an order that the version before this one settles or refunds has its turn. It refers to
-- no order, so that all that was ever paid is noted without a hand on each.
create table invoices_due (
  order_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  since timestamptz not null,
  primary key (order_id, kind)
);
create index invoices_due_in_order on invoices_due (since, order_id);
create function note_due_invoice() returns trigger language plpgsql as $$
begin
  -- Whoever sets right by hand what he had emptied makes no second invoice of it.
  insert into invoices_due
    select new.id, noted.kind, noted.since from (values
      ('invoice', new.paid_at, case when tg_op = 'UPDATE' then old.paid_at end),
      ('credit_note', new.refunded_at, case when tg_op = 'UPDATE' then old.refunded_at end)
    ) noted (kind, since, before)
    where noted.since is not null and noted.before is null and not exists (
      select from invoices where order_id = new.id and kind = noted.kind)
    on conflict do nothing;
  return null;
end $$;
create trigger orders_note_due_invoice_when_placed after insert on orders
  for each row when (new.paid_at is not null) execute function note_due_invoice();
create trigger orders_note_due_invoice after update of paid_at, refunded_at on orders
  for each row when (new.paid_at is not null) execute function note_due_invoice();

-- As in 0002, but what a part is called is cut into pieces once, not for each piece of its name.
create or replace function words_of(part parts) returns tsvector language sql stable as $$
  with texts (place, weight, mark, said) as (values
    (1, 'A', '=', part.name),
    (2, 'B', '~', concat_ws(' / ', part.sku, replace(part.sku, '-', ''), part.supersedes,
      replace(part.supersedes, '-', ''), (select name from families where code = part.family_code))),
    -- Most lists of parts know of no attributes.
    (3, 'C', null, case when part.attributes::text <> '{}' then
      concat_ws(' / ', attributes_said(part.attributes), sizes_between(part.attributes)) end),
    (4, 'D', null, part.description)
  ), thing (length) as (
    select cardinality(pieces_of(called(part.name)))
  ), pieces as (
    -- A place is left out between two texts: no phrase goes on from one to the other.
    select weight, mark, piece, row_number() over (order by place, n) + place as at,
      case mark when '=' then (select length from thing) - n end as before_thing
    from texts, unnest(pieces_of(regexp_replace(said, '([0-9])\s*[tT]\M', '\1 teeth', 'g')))
      with ordinality as pieces (piece, n)
  )
  select coalesce(string_agg(format('''%s'':%s%s', lexeme, least(at, 16383), weight), ' '), '')::tsvector
  from pieces, unnest(array[piece, mark || piece, case when before_thing >= 0 then '^' || piece end,
    case when before_thing = 0 then '!' || piece end]) lexeme
  where lexeme is not null
$$;

-- The words of many parts at once: what is looked up of the vocabulary is looked up once for all.
create function keep_words_of(ids uuid[]) returns void language sql as $$
  with kept as (
    insert into part_words select id, words_of(parts) from parts where id = any (ids)
    on conflict (part_id) do update set words = excluded.words where part_words.words <> excluded.words
    returning words
  ), said as materialized (
    select lexeme, bool_or(weights && '{A,B}') as is_naming from kept, unnest(words) group by lexeme
  )
  insert into vocabulary
    select lexeme, is_naming from said
    where length(lexeme) >= 3 and lexeme !~ '[!^=~0-9]' and not exists (
      select from vocabulary where word = lexeme and (naming or not is_naming))
    order by lexeme
    on conflict (word) do update set naming = true where excluded.naming and not vocabulary.naming
$$;
create function keep_added_words() returns trigger language plpgsql as $$
begin
  perform keep_words_of(array(select id from added));
  return null;
end $$;
drop trigger parts_have_words on parts;
create trigger parts_have_words after insert on parts referencing new table as added
  for each statement execute function keep_added_words();
-- Row by row, for an order changes its part too, and is not to pay for this. Who changes many says so,
-- and keeps their words himself.
create trigger parts_change_words
  after update of name, description, sku, supersedes, family_code, attributes on parts
  for each row when (coalesce(current_setting('freehub.words', true), '') <> 'kept at once')
  execute function keep_part_words();
-- Word by word into the index costs more than all else that adding a part does.
alter index part_words_by_word set (fastupdate = on, gin_pending_list_limit = 512);
