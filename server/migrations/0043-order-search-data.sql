-- Without a transaction
call rewrite_order_search();
-- Must equal server/platform/database/user-search-text.ts. The previous version still searches by users_by_search_text.
drop index concurrently if exists users_by_folded_text;
create index concurrently users_by_folded_text on users
  using gin (fold(email || ' ' || name) gin_trgm_ops) where deleted_at is null;
