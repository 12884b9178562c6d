-- While processes of 0.2.0 still run, they can delete an account. They do not know the search texts of its orders.
set local lock_timeout = '1500ms';
create or replace trigger orders_search_text
  after update of email, name, customer_reference, transaction_id, tracking_number on orders
  for each row when (
    (old.email, old.name, old.customer_reference, old.transaction_id, old.tracking_number) is distinct from
    (new.email, new.name, new.customer_reference, new.transaction_id, new.tracking_number))
  execute function write_order_search_text();
