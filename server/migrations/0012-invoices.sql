-- Invoices and credit notes share one sequence of numbers without gaps. Numbers are assigned under a lock of
-- the counter, in the order of payment.
create table invoices (
  number bigint primary key check (number > 0),
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- clock_timestamp, because now() is the begin of a transaction that may have waited for the counter.
  issued_at timestamptz not null default clock_timestamp(),
  unique (order_id, kind)
);

create table invoice_counter (last bigint not null check (last >= 0));
create unique index one_invoice_counter on invoice_counter ((true));
insert into invoice_counter values (0);

-- Orders that wait for an invoice number. Without this queue, they would be searched among all orders.
create table pending_invoices (
  order_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  since timestamptz not null,
  primary key (order_id, kind)
);
create index pending_invoices_by_time on pending_invoices (since, order_id);
