-- Phone and address that the invoice shows, when staff have corrected those of a paid order. Otherwise null.
set local lock_timeout = '1500ms';
alter table orders add column billed_phone text, add column billed_address text;
