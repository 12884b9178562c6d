-- Without a transaction
-- Staff find customers by phone. Must equal server/platform/database/user-search-text.ts.
drop index concurrently if exists users_by_phone;
create index concurrently users_by_phone on users
  using gin (regexp_replace(phone, '\D', '', 'g') gin_trgm_ops) where phone <> '';
