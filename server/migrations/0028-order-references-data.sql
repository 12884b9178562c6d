-- Without a transaction
alter table orders validate constraint orders_customer_reference_check;
