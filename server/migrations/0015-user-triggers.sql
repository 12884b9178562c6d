create function set_admin_since() returns trigger language plpgsql as $$
begin
  new.admin_since := case when new.role = 'admin' then coalesce(new.admin_since, now()) end;
  return new;
end $$;
create trigger users_set_admin_since before insert or update of role on users
  for each row execute function set_admin_since();

-- UUIDv7 of a time. PostgreSQL has uuidv7() since version 18.
create function uuid_v7_of(moment timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid
$$;

create function record_ban() returns trigger language plpgsql as $$
begin
  insert into ban_changes values
    (uuid_v7_of(new.banned_at), new.id, true, new.ban_reason, new.banned_by, new.banned_at);
  return null;
end $$;
create trigger users_record_ban after update of banned_at on users
  for each row when (old.banned_at is null and new.banned_at is not null)
  execute function record_ban();

-- When an e-mail is confirmed in any way (link, new password, provider), the reservations of open orders are
-- extended to their regular end. Expired ones stay expired.
create function extend_reservations() returns trigger language plpgsql as $$
begin
  update orders set reserved_until = reserved_until_if_confirmed
  where user_id = new.id and paid_at is null and cancelled_at is null
    and reserved_until > clock_timestamp() and reserved_until < reserved_until_if_confirmed;
  return null;
end $$;
create trigger users_extend_reservations after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified) execute function extend_reservations();
