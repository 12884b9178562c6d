-- One table, locked for one statement's time: the version before goes on. If the lock is not to be had at once, this is
-- tried again (docs/decisions/0023).
set local lock_timeout = '1500ms';
lock table users in access exclusive mode;

-- Since when a user is an admin: the grace period for the second factor begins here. Null for customers.
alter table users add column admin_since timestamptz;

-- The database keeps it: the version before this one promotes too.
create function keep_admin_since() returns trigger language plpgsql as $$
begin
  new.admin_since := case when new.role = 'admin' then coalesce(new.admin_since, now()) end;
  return new;
end $$;
create trigger users_keep_admin_since before insert or update of role on users
  for each row execute function keep_admin_since();

-- The admins there are have the whole grace period from now on.
update users set admin_since = now() where role = 'admin';
