-- Keeps cancelled and refunded orders in lists and in the search. The search finds an order by each of its numbers.
set local lock_timeout = '1500ms';
lock table orders, order_search, invoices in share row exclusive mode;

drop procedure add_existing_part_codes();

-- Runs even while the order is in the outbox: the outbox writes a text only if there is none.
create function write_order_search_text() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, text) values (new.id, order_search_text(new.id))
    on conflict (order_id) do update set text = excluded.text;
  return null;
end $$;
-- Writes the text when an account is deleted, too: processes of 0.2.0 do not know the search texts of its orders.
create trigger orders_search_text
  after update of email, name, customer_reference, transaction_id, tracking_number on orders
  for each row when (
    (old.email, old.name, old.customer_reference, old.transaction_id, old.tracking_number) is distinct from
    (new.email, new.name, new.customer_reference, new.transaction_id, new.tracking_number))
  execute function write_order_search_text();

create function add_invoices_to_search() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, text)
    select order_id, order_search_text(order_id) from (select distinct order_id from added order by order_id) changed
    on conflict (order_id) do update set text = excluded.text;
  return null;
end $$;
create trigger invoices_search_text after insert on invoices referencing new table as added
  for each statement execute function add_invoices_to_search();
