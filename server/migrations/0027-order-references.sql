-- Customers give an order their own reference. Invoices state the HS codes that the parts had at issue.
set local lock_timeout = '1500ms';
lock table orders, order_lines in access exclusive mode;

alter table orders
  add column customer_reference text not null default '',
  add constraint orders_customer_reference_check check (length(customer_reference) <= 60) not valid;
alter table order_lines add column part_hs_code text;

-- As before, with the customer's reference among the words.
create or replace function order_search_text(searched uuid) returns text
language sql stable set enable_seqscan = off as $$
  select lower(concat_ws(' ', email, name, nullif(customer_reference, ''), (
    select string_agg(concat_ws(' ', part_name, part_sku), ' ' order by line)
    from order_lines where order_id = searched and line <= 50))
    || e'\u001f' || concat_ws(e'\u001f', order_number_text(number), right(id::text, 12), transaction_id,
      regexp_replace(tracking_number, '\s+', '', 'g'), (
      select string_agg('FH-' || lpad(invoices.number::text, greatest(6, length(invoices.number::text)), '0'), e'\u001f')
      from invoices where order_id = searched)) || e'\u001f')
  from orders where id = searched
$$;
