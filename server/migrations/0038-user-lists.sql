-- Without a transaction
-- Staff list admins and banned users. The conditions must equal those of server/features/users/list-users.ts.
drop index concurrently if exists users_admins;
create index concurrently users_admins on users (id) where role = 'admin' and deleted_at is null;
drop index concurrently if exists users_banned;
create index concurrently users_banned on users (id) where banned_at is not null and deleted_at is null;
