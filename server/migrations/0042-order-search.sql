-- Searches of users and orders ignore accents, as the search of parts does. The search of orders finds cities. Both
-- searches find the phone numbers of orders.
set local lock_timeout = '1500ms';
lock table orders in share row exclusive mode;

-- The text of an order for the search. First come words: the customer's email, name and reference, the address without
-- numbers, and the names and SKUs of the first 50 lines. Then come the order's own codes, and last the phone number as
-- '+' and its digits. A search matches only the beginning or the end of a code, because a long code often contains a
-- short text by chance. U+001F surrounds each code; texts that users enter cannot contain this character.
create or replace function order_search_text(searched uuid) returns text
language plpgsql stable set enable_seqscan = off as $$
declare
  content text;
begin
  select concat_ws(' ', email, name, nullif(customer_reference, ''),
      -- Without digits, because a search for an order number would match many postcodes.
      translate(address, e'\r\n0123456789', '  '), (
      select string_agg(concat_ws(' ', part_name, part_sku), ' ' order by line)
      from order_lines where order_id = searched and line <= 50))
    || e'\u001f' || concat_ws(e'\u001f', order_number_text(number), right(id::text, 12), transaction_id,
      regexp_replace(tracking_number, '\s+', '', 'g'), (
        select string_agg('FH-' || lpad(invoices.number::text, greatest(6, length(invoices.number::text)), '0'), e'\u001f')
        from invoices where order_id = searched),
      '+' || nullif(ltrim(regexp_replace(phone, '\D+', '', 'g'), '0'), '')) || e'\u001f'
    into content from orders where id = searched;
  -- PostgreSQL inlines the function only if its argument is simple.
  return fold(content);
end $$;

-- Writes missing texts and texts in an old format, in batches. Concurrent changes wait for the locks, so that no
-- text misses a change.
create or replace procedure rewrite_order_search() language plpgsql as $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  loop
    batch := array(select id from orders where id > last order by id limit 200 for share);
    exit when cardinality(batch) = 0;
    perform from order_search where order_id = any (batch) order by order_id for update;
    insert into order_search (order_id, text) select id, order_search_text(id) from unnest(batch) id
      on conflict (order_id) do update set text = excluded.text where order_search.text <> excluded.text;
    last := batch[cardinality(batch)];
    commit;
  end loop;
end $$;

create or replace trigger orders_search_text
  after update of email, name, customer_reference, phone, address, transaction_id, tracking_number on orders
  for each row when (
    (old.email, old.name, old.customer_reference, old.phone, old.address, old.transaction_id,
      old.tracking_number)
    is distinct from
    (new.email, new.name, new.customer_reference, new.phone, new.address, new.transaction_id,
      new.tracking_number))
  execute function write_order_search_text();
