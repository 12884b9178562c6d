-- Without a transaction: what takes long is made beside the shop, which goes on selling. Each statement
-- ends where its line does, runs by itself, and may be repeated: after a stop in the middle it all
-- begins anew.

-- The ledger of stock is read by part, newest first.
create index concurrently if not exists stock_movements_in_order on stock_movements (part_id, id);
drop index concurrently if exists stock_movements_of_part;

create index concurrently if not exists parts_by_photo on parts (photo_of(img))
  where img like '/photos/%' and deleted_at is null;

-- All that a review is found by, but for the e-mail of who wrote it: searches say the same, word for word.
create index concurrently if not exists reviews_searched on reviews
  using gin (lower(name || ' ' || comment || ' ' || coalesce(answer, '')) gin_trgm_ops);
create index concurrently if not exists reviews_shown on reviews (id) where hidden_at is null;
create index concurrently if not exists reviews_hidden on reviews (id) where hidden_at is not null;
create index concurrently if not exists reviews_unanswered on reviews (id)
  where answered_at is null and hidden_at is null;
create index concurrently if not exists reviews_of_user on reviews (user_id, id);

-- All that a person is found by: searches say the same, word for word.
create index concurrently if not exists users_searched on users
  using gin (lower(email || ' ' || name) gin_trgm_ops) where deleted_at is null;
create index concurrently if not exists users_in_order on users (id) where deleted_at is null;
create index concurrently if not exists role_changes_of_user on role_changes (user_id);

-- Whether somebody bought here is asked for each review that is read.
create index concurrently if not exists orders_shipped_of_user on orders (user_id)
  where shipped_at is not null and cancelled_at is null;
-- Takings by day, and what waits to be shipped.
create index concurrently if not exists orders_by_payment on orders (paid_at)
  include (total_cents, refunded_at, id) where paid_at is not null;
create index concurrently if not exists orders_by_refund on orders (refunded_at)
  include (total_cents) where refunded_at is not null;
create index concurrently if not exists orders_waiting on orders (paid_at)
  where paid_at is not null and shipped_at is null and cancelled_at is null and refund_began_at is null;
-- Orders lie about as they were placed, so that a few bytes say where those of a month are; one more
-- index of every order would be written with each.
create index concurrently if not exists orders_by_placing on orders
  using brin (placed_at) with (autosummarize = on);

alter table stock_movements validate constraint stock_movements_reason_check;
alter table reviews validate constraint reviews_hide_reason_check;
alter table reviews validate constraint reviews_answer_check;
alter table reviews validate constraint reviews_hidden_check;
alter table reviews validate constraint reviews_answered_check;
alter table orders validate constraint orders_carrier_check;
alter table orders validate constraint orders_tracking_number_check;

-- What was before the triggers of 0005: bans, payments and refunds.
insert into ban_changes
  select id_of(banned_at), id, true, ban_reason, banned_by, banned_at from users
  where banned_at is not null and not exists (select from ban_changes where user_id = users.id);
insert into invoices_due
  select id, kind, since from (
    select id, 'invoice' as kind, paid_at as since from orders where paid_at is not null
    union all
    select id, 'credit_note', refunded_at from orders where refunded_at is not null
  ) known
  where not exists (select from invoices where order_id = known.id and invoices.kind = known.kind)
  on conflict do nothing;
