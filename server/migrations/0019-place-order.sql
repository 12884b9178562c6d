drop procedure prepare_existing_orders();

-- Places an order in one round trip. Locks the user, then the cart, then the parts by id. A refusal writes nothing.
-- Outcomes: placed; repeated (the order that was first placed with the key); key_reused; account_deleted; cart_changed;
-- lines_changed (too few pieces, or the terms have changed since the prices were computed); or the exceeded limit. For
-- unpaid_value_too_high and stock_share_too_high, "facts" has the compared values.
create function place_order(
  new_id uuid, customer uuid, customer_email text, customer_name text, email_confirmed boolean,
  request_key text, request_hash bytea, seen_cart_version integer,
  contact_phone text, contact_address text, order_note text,
  part_ids uuid[], quantities integer[], unit_prices integer[], terms_versions integer[],
  reservation_hours integer, unconfirmed_minutes integer, unpaid_max integer, unconfirmed_max integer,
  untrusted_cents_max bigint, stock_share_percent integer, event_id uuid,
  reference text default '', entered_by uuid default null,
  out outcome text, out order_id uuid, out order_number bigint, out is_unconfirmed boolean, out facts jsonb
) language plpgsql
-- Sessions keep the plans of their first calls. In a new shop, these plans would scan tables that become large later.
set enable_seqscan = off
-- The number of lines does not change a plan, and planning each order would cost half of its time.
set plan_cache_mode = force_generic_plan
as $$
declare
  is_trusted boolean;
  is_minimum_first_order boolean;
  is_limited boolean;
  has_paid boolean;
  unpaid_count bigint;
  unpaid_cents bigint;
  ordered_cart uuid;
  cart_version integer;
  earlier record;
  total bigint := 0;
  shares jsonb;
  is_share_exceeded boolean;
  line_count integer := cardinality(part_ids);
  regular_end timestamptz := now() + make_interval(hours => reservation_hours);
begin
  -- The email may have been confirmed since the caller read the user.
  select trusted_at is not null, email_confirmed or email_verified into is_trusted, email_confirmed from users
    where id = customer and deleted_at is null for no key update;
  if not found then
    outcome := 'account_deleted';
    return;
  end if;

  if request_key is not null then
    select k.object_id, k.body_hash = request_hash as is_same into earlier from idempotency_keys k
      where k.user_id = customer and k.key = request_key and k.created_at >= now() - interval '24 hours';
    if found then
      outcome := case when earlier.is_same then 'repeated' else 'key_reused' end;
      order_id := earlier.object_id;
      select number into order_number from orders where id = earlier.object_id;
      return;
    end if;
  end if;

  if seen_cart_version is not null then
    select c.id, c.version into ordered_cart, cart_version from carts c where c.user_id = customer for update;
    if cart_version is distinct from seen_cart_version then
      outcome := 'cart_changed';
      return;
    end if;
  end if;

  select count(*), coalesce(sum(total_cents), 0) into unpaid_count, unpaid_cents
    from orders where user_id = customer and coalesce(paid_at, cancelled_at) is null;
  if not (email_confirmed and is_trusted) then
    has_paid := exists (select from orders where user_id = customer and paid_at is not null
      and cancelled_at is null and refund_began_at is null);
  end if;
  is_unconfirmed := not email_confirmed and not has_paid;
  if unpaid_count >= unpaid_max then
    outcome := 'unpaid_orders_too_many';
  elsif is_unconfirmed and unpaid_count >= unconfirmed_max then
    outcome := 'unconfirmed_orders_too_many';
  end if;
  if outcome is not null then
    return;
  end if;

  is_limited := not is_trusted and not has_paid;
  if is_limited or line_count > 1 then
    -- Orders of the same parts lock them in the same sequence, so that they cannot deadlock. A trusted customer's order
    -- of one line needs no lock before the claim, which has the same checks.
    perform from parts p where p.id = any (part_ids) order by p.id for no key update;
    if line_count > (
      select count(*) from unnest(part_ids, quantities, terms_versions) as requested (id, quantity, terms)
      join parts p on p.id = requested.id and p.terms_version = requested.terms
        and p.on_hand - p.reserved >= requested.quantity)
    then
      outcome := 'lines_changed';
      return;
    end if;
  end if;
  if is_limited then
    -- A first order of one line and the minimum quantity is always allowed.
    select bool_or(ordered + requested.quantity
        > greatest(minimum_order, available * stock_share_percent / 100)),
      jsonb_agg(jsonb_build_object('productId', requested.id, 'reservedQuantity', ordered,
        'available', available, 'minimum', minimum_order)),
      unpaid_count = 0 and line_count = 1 and bool_and(requested.quantity = minimum_order)
    into is_share_exceeded, shares, is_minimum_first_order
    from unnest(part_ids, quantities) as requested (id, quantity)
    join parts p on p.id = requested.id
    cross join lateral (
      select coalesce(sum(l.quantity - l.cancelled_quantity), 0) as ordered
      from orders o join order_lines l on l.order_id = o.id and l.part_id = p.id
      where o.user_id = customer and coalesce(o.paid_at, o.cancelled_at) is null) own
    cross join lateral (select (p.on_hand - p.reserved + ordered)::bigint as available) stock;
    select sum(price::bigint * quantity) into total
      from unnest(unit_prices, quantities) as requested (price, quantity);
    if not is_minimum_first_order and unpaid_cents + total > untrusted_cents_max then
      outcome := 'unpaid_value_too_high';
    elsif not is_minimum_first_order and is_share_exceeded then
      outcome := 'stock_share_too_high';
    end if;
    facts := jsonb_build_object('orders', unpaid_count, 'cents', unpaid_cents, 'lines', shares);
  end if;
  if outcome is not null then
    return;
  end if;

  -- One statement, because further statements would take longer. Deleting a part also changes its terms version.
  with claimed as (
    update parts p set reserved = p.reserved + requested.quantity
    from unnest(part_ids, quantities, unit_prices, terms_versions)
      with ordinality as requested (id, quantity, price, terms, line)
    where p.id = requested.id and p.terms_version = requested.terms and p.on_hand - p.reserved >= requested.quantity
    returning requested.line, p.id, p.name, p.sku, p.unit_price_cents, requested.price, requested.quantity
  ), placed as (
    insert into orders (id, user_id, email, name, phone, address, note,
      customer_reference, total_cents, line_count, reserved_until, reserved_until_if_confirmed)
    select new_id, customer, customer_email, customer_name, contact_phone, contact_address, order_note,
      reference, sum(claimed.price::bigint * claimed.quantity), count(*),
      case when is_unconfirmed then least(regular_end, now() + make_interval(mins => unconfirmed_minutes))
        else regular_end end,
      case when not email_confirmed then regular_end end
    from claimed having count(*) > 0
    returning number, total_cents
  ), lines as (
    insert into order_lines (order_id, line, part_id, part_name, part_sku, list_price_cents,
      unit_price_cents, quantity)
    select new_id, claimed.line, claimed.id, name, sku, unit_price_cents, price, quantity
    from claimed
  ), key as (
    insert into idempotency_keys as k (user_id, key, body_hash, object_id)
    select customer, request_key, request_hash, new_id from placed where request_key is not null
    on conflict (user_id, key) do update
      set body_hash = excluded.body_hash, object_id = excluded.object_id, created_at = now()
  ), outbox as (
    insert into order_outbox (order_id) select new_id from placed
  ), event as (
    insert into order_events (id, order_id, kind, by_user, detail)
    select event_id, new_id, 'placed', coalesce(entered_by, customer),
      jsonb_build_object('totalCents', total_cents) from placed
  )
  select number into order_number from placed;
  if not found then
    outcome := 'lines_changed';
    return;
  end if;
  if ordered_cart is not null then
    delete from cart_lines l where l.cart_id = ordered_cart and l.part_id = any (part_ids);
    update carts c set version = c.version + 1, updated_at = now() where c.id = ordered_cart;
  end if;
  outcome := 'placed';
  order_id := new_id;
end $$;
