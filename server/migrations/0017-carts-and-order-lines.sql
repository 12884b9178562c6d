-- Quantity prices of orders, carts, orders of many lines, and order numbers.
set local lock_timeout = '1500ms';
lock table users, orders, order_lines, parts, idempotency_keys in access exclusive mode;

alter table parts
  add column order_multiple integer,
  -- Changes with everything that decides the lines of an order. A trigger increments it for columns of the part, the
  -- server for price tiers. place_order receives the version that the prices were computed from.
  add column terms_version integer not null default 0,
  add constraint parts_order_multiple_check check (order_multiple between 2 and 1000000000) not valid,
  add constraint parts_minimum_order_is_multiple check (minimum_order % order_multiple = 0) not valid;

-- Leaves room in each page, so that a change of the stock need not write the indexes.
alter table parts set (fillfactor = 90);

create function next_terms_version() returns trigger language plpgsql as $$
begin
  if (old.name, old.sku, old.unit_price_cents, old.minimum_order, old.order_multiple, old.deleted_at)
    is distinct from
    (new.name, new.sku, new.unit_price_cents, new.minimum_order, new.order_multiple, new.deleted_at)
  then
    new.terms_version := old.terms_version + 1;
  end if;
  return new;
end $$;
create trigger parts_terms
  before update of name, sku, unit_price_cents, minimum_order, order_multiple, deleted_at on parts
  for each row execute function next_terms_version();

create sequence order_numbers minvalue 10001;
alter table orders
  add column number bigint,
  add column note text not null default '',
  add column customer_reference text not null default '',
  add column line_count integer not null default 1,
  -- The lines that are being cancelled. Null if the whole order or nothing is being cancelled.
  add column cancelling_lines integer[],
  add constraint orders_note_check check (length(note) <= 500) not valid,
  add constraint orders_customer_reference_check check (length(customer_reference) <= 60) not valid,
  add constraint orders_line_count_check check (line_count between 1 and 500) not valid,
  add constraint orders_cancelling_lines_need_start
    check (cancelling_lines is null or cancellation_began_at is not null) not valid;
alter table orders alter column number set default nextval('order_numbers');
alter sequence order_numbers owned by orders.number;

alter table order_lines
  add column part_sku text,
  -- The HS code that the part had when the invoice was issued.
  add column part_hs_code text,
  -- The price per unit without a quantity discount.
  add column list_price_cents integer,
  -- Cancelled before payment.
  add column cancelled_quantity integer not null default 0,
  add constraint order_lines_list_price_cents_check check (list_price_cents >= unit_price_cents) not valid,
  add constraint order_lines_cancelled_quantity_check check (cancelled_quantity between 0 and quantity) not valid;

-- The texts that the search of orders reads. They have their own table, because their index is expensive to maintain.
-- A foreign key would lock the order, and then deadlock with a payment that updates both tables.
create table order_search (
  order_id uuid primary key,
  text text not null
);

-- Orders that were placed, until their mail is queued and their search text is written.
create table order_outbox (
  order_id uuid not null,
  placed_at timestamptz not null default now()
);

-- The displayed order number with its check digit, as in contract/orders/order-number.ts. These functions are in
-- PL/pgSQL, which keeps their plans. With `language sql`, building the search text
-- would take 20 % of the time of an order.
create function order_number_text(number bigint) returns text language plpgsql immutable as $$
declare
  digits text := reverse(number::text);
  weighted integer;
  total integer := 0;
begin
  for digit_position in 1..length(digits) loop
    weighted := substr(digits, digit_position, 1)::integer * (1 + digit_position % 2);
    total := total + weighted / 10 + weighted % 10;
  end loop;
  return 'FH-' || number || (10 - total % 10) % 10;
end $$;

-- The text of an order for the search. First come words: the customer's email, name and reference, and the names and
-- SKUs of the first 50 lines. Then come the order's own codes. A search matches only the beginning or the end of a
-- code, because a long code often contains a short text by chance. U+001F surrounds each code; texts that users enter
-- cannot contain this character.
create function order_search_text(searched uuid) returns text
language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select lower(concat_ws(' ', email, name, nullif(customer_reference, ''), (
      select string_agg(concat_ws(' ', part_name, part_sku), ' ' order by line)
      from order_lines where order_id = searched and line <= 50))
      || e'\u001f' || concat_ws(e'\u001f', order_number_text(number), right(id::text, 12), transaction_id,
        regexp_replace(tracking_number, '\s+', '', 'g'), (
        select string_agg('FH-' || lpad(invoices.number::text, greatest(6, length(invoices.number::text)), '0'), e'\u001f')
        from invoices where order_id = searched)) || e'\u001f')
    from orders where id = searched);
end $$;

create table carts (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  version integer not null default 0,
  updated_at timestamptz not null default now()
);

create table cart_lines (
  cart_id uuid not null references carts (id) on delete cascade,
  part_id uuid not null references parts (id),
  quantity integer not null check (quantity between 1 and 1000000000),
  position bigint not null generated by default as identity,
  -- The unit price that the customer saw last. The cart states when the current price differs.
  seen_price_cents integer not null check (seen_price_cents > 0),
  primary key (cart_id, part_id)
);

-- A visitor's cart is merged once. A repeated request gets the same result.
create table cart_merges (
  user_id uuid not null references users (id) on delete cascade,
  visitor_cart_id uuid not null,
  result jsonb not null default '{"merged": [], "leftOut": []}',
  merged_at timestamptz not null default now(),
  primary key (user_id, visitor_cart_id)
);

-- Numbers the orders of previous versions, in batches.
create procedure prepare_existing_orders() language plpgsql as $$
begin
  loop
    update orders set number = nextval('order_numbers') where id in (
      select id from orders where number is null order by id limit 1000 for update);
    exit when not found;
    commit;
  end loop;
end $$;
