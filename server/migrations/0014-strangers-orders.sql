-- Locks as in 0005: all at the beginning, in the order users, orders; no long table is read or written.
set local lock_timeout = '1500ms';
lock table users, orders in access exclusive mode;

-- Since when, and by whose decision, a customer without payment history may reserve as one with it.
alter table users
  add column trusted_at timestamptz,
  add column trusted_by uuid references users (id);

-- Set on orders that were placed while the customer's e-mail was not confirmed: until when the pieces are
-- reserved once it is. Stays afterwards: what such an order says of its customer is not put into mails.
alter table orders add column reserved_until_if_confirmed timestamptz;

-- Whichever way confirms an e-mail (link, new password, provider), the reservations of open orders become the
-- regular ones. One that has expired meanwhile is not revived.
create function keep_reservations() returns trigger language plpgsql as $$
begin
  update orders set reserved_until = reserved_until_if_confirmed
  where user_id = new.id and paid_at is null and cancelled_at is null
    and reserved_until > clock_timestamp() and reserved_until < reserved_until_if_confirmed;
  return null;
end $$;
create trigger users_confirmed after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified) execute function keep_reservations();
