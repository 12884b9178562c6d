-- Without a transaction
-- Indexes for lists of orders in any state. They also serve lists without cancelled orders, so an insert writes no
-- further index.
create index concurrently if not exists orders_by_user on orders (user_id, id);
drop index concurrently if exists orders_of_user;
-- Queries of one user's unpaid orders repeat this condition, because no other index has it. Otherwise a plan from a
-- time with few orders could keep using orders_pending, which has the orders of all users.
create index concurrently if not exists orders_unpaid_by_user on orders (user_id)
  where coalesce(paid_at, cancelled_at) is null;
drop index concurrently if exists orders_unpaid_of_user;
create index concurrently if not exists orders_by_total on orders (total_cents, id);
drop index concurrently if exists orders_live_by_total;
create index concurrently if not exists orders_cancelled on orders (id)
  where cancelled_at is not null and refunded_at is null;
create index concurrently if not exists orders_cancelled_by_total on orders (total_cents, id)
  where cancelled_at is not null and refunded_at is null;
create index concurrently if not exists orders_refunded on orders (id) where refunded_at is not null;
create index concurrently if not exists orders_refunded_by_total on orders (total_cents, id)
  where refunded_at is not null;
