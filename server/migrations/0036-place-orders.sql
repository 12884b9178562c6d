-- Places simple orders (docs/architecture.md) in one statement and one commit, which takes much less time per order.
-- Authenticates each request by the hash of its access token, as guards.ts does. Places an order only if its customer
-- has a confirmed email, is not banned, and is trusted or has paid for an order. The idempotency key, if any, must be
-- new. Places at most one order of each customer. Returns the placed orders. The caller authenticates all remaining
-- requests and passes them to place_order. Skips locked rows, so that no order waits for another customer or part, and
-- no deadlock is possible.
create type order_request as (
  id uuid, event uuid, customer uuid, phone text, address text, reference text,
  key text, hash bytea, part uuid, quantity integer, price integer, terms integer);

create function place_orders(requests json, reservation_hours integer, unpaid_max integer)
returns table (order_id uuid, order_number bigint, customer_id uuid) language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  batch order_request[];
begin
  -- Locks the rows first, so that the next statement sees everything that earlier holders of the locks have committed.
  -- Each subquery reads one row by its id. With a join, a plan cached when there were few users would read all users.
  -- The condition on customer.id prevents an invalid token from locking the part.
  batch := array(
    select (requested.id, event, customer.id, phone, address, reference, key, hash, part, quantity, price, terms)
      ::order_request
    from json_to_recordset(requests) requested (
      id uuid, event uuid, token bytea, phone text, address text, reference text,
      key text, hash bytea, part uuid, quantity integer, price integer, terms integer)
    cross join lateral (
      select u.id from users u
      where u.id = (
          select s.user_id from sessions s
          where s.expires_at > now() and s.id = (
            select t.session_id from access_tokens t where t.token_hash = requested.token and t.expires_at > now()))
        and u.email_verified and u.banned_at is null and u.deleted_at is null
      for no key update skip locked) customer
    cross join lateral (
      select from parts where id = requested.part and customer.id is not null for no key update skip locked) part);

  return query
  with allowed as (
    select distinct on (u.id) requested.*, u.email, u.name from unnest(batch) requested
    join users u on u.id = requested.customer
    join parts p on p.id = requested.part and p.terms_version = requested.terms
    where unpaid_max > (select count(*) from orders o
        where o.user_id = u.id and coalesce(o.paid_at, o.cancelled_at) is null)
      and (u.trusted_at is not null or exists (select from orders o
        where o.user_id = u.id and o.paid_at is not null and o.cancelled_at is null and o.refund_began_at is null))
      and not exists (select from idempotency_keys k where k.user_id = u.id and k.key = requested.key)
  ), claimed as (
    update parts p set reserved = p.reserved + total
    from (select part, sum(quantity)::integer as total from allowed group by part) claim
    where p.id = claim.part and p.on_hand - p.reserved >= total
    returning p.id as part, p.name as part_name, p.sku, p.unit_price_cents
  ), placed as materialized (
    select * from allowed join claimed using (part)
  ), lines as (
    insert into order_lines (order_id, line, part_id, part_name, part_sku, list_price_cents, unit_price_cents, quantity)
    select id, 1, part, part_name, sku, unit_price_cents, price, quantity from placed
  ), keys as (
    insert into idempotency_keys (user_id, key, body_hash, object_id)
    select customer, key, hash, id from placed where key is not null
  ), outbox as (
    insert into order_outbox (order_id) select id from placed
  ), events as (
    insert into order_events (id, order_id, kind, by_user, detail)
    select event, id, 'placed', customer, jsonb_build_object('totalCents', price * quantity) from placed
  )
  insert into orders (id, user_id, email, name, phone, address, customer_reference, total_cents, reserved_until)
  select id, customer, email, name, phone, address, reference, price * quantity,
    now() + make_interval(hours => reservation_hours)
  from placed order by id
  returning id, number, user_id;
end $$;
