-- Without a transaction
create index concurrently if not exists orders_without_number on orders (id) where number is null;
call prepare_existing_orders();
drop index concurrently if exists orders_without_number;
create unique index concurrently if not exists orders_by_number on orders (number);
alter table orders drop constraint if exists orders_number_check;
alter table orders add constraint orders_number_check check (number is not null) not valid;
alter table orders validate constraint orders_number_check;
alter table orders alter column number set not null;
alter table orders drop constraint orders_number_check;
alter table orders validate constraint orders_note_check;
alter table orders validate constraint orders_customer_reference_check;
alter table orders validate constraint orders_line_count_check;
alter table orders validate constraint orders_cancelling_lines_need_start;
alter table order_lines validate constraint order_lines_list_price_cents_check;
alter table order_lines validate constraint order_lines_cancelled_quantity_check;
alter table parts validate constraint parts_order_multiple_check;
alter table parts validate constraint parts_minimum_order_is_multiple;
-- Like the previous index of orders: without a pending list, each order would update the index itself.
create index concurrently if not exists order_search_by_text on order_search
  using gin (text gin_trgm_ops) with (gin_pending_list_limit = 512);

-- Each order needs time for every index and foreign key of its tables. These indexes are rarely read, or another index
-- serves the same queries. The foreign keys are not needed, because rows of users and orders are never deleted.
drop index concurrently if exists orders_by_search_text;
drop index concurrently if exists orders_to_warn;
drop index concurrently if exists orders_live;
create unique index concurrently if not exists orders_by_transaction on orders (transaction_id)
  where transaction_id is not null;
alter table orders drop constraint if exists orders_transaction_id_key;
create index concurrently if not exists idempotency_keys_by_age on idempotency_keys
  using brin (created_at) with (autosummarize = on);
drop index concurrently if exists idempotency_keys_by_created_at;
alter table idempotency_keys drop constraint if exists idempotency_keys_user_id_fkey;
alter table order_events drop constraint if exists order_events_order_id_fkey;
alter table order_events drop constraint if exists order_events_by_user_fkey;
