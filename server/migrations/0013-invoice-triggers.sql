create function queue_invoice() returns trigger language plpgsql as $$
begin
  -- A payment date that an operator has cleared and set again must not make a second invoice.
  insert into pending_invoices
    select new.id, noted.kind, noted.since from (values
      ('invoice', new.paid_at, case when tg_op = 'UPDATE' then old.paid_at end),
      ('credit_note', new.refunded_at, case when tg_op = 'UPDATE' then old.refunded_at end)
    ) noted (kind, since, before)
    where noted.since is not null and noted.before is null and not exists (
      select from invoices where order_id = new.id and kind = noted.kind)
    on conflict do nothing;
  return null;
end $$;
create trigger orders_queue_invoice_when_placed after insert on orders
  for each row when (new.paid_at is not null) execute function queue_invoice();
create trigger orders_queue_invoice after update of paid_at, refunded_at on orders
  for each row when (new.paid_at is not null) execute function queue_invoice();
