-- Without a transaction
-- Finds parts by the beginning or end of a number. `text_pattern_ops` serves `like` in each collation, and `=`.
create index concurrently if not exists part_codes_by_key_pattern on part_codes (key text_pattern_ops);
drop index concurrently if exists part_codes_by_key;
create index concurrently if not exists part_codes_by_key_end on part_codes (reverse(key) text_pattern_ops);
-- Finds a competitor's number after its brand, as server/features/order-pad/look-up-keys.ts does.
create index concurrently if not exists part_codes_by_branded_key
  on part_codes ((upper(regexp_replace(brand, '[^[:alnum:]]+', '', 'g')) || key) text_pattern_ops)
  where kind = 'competitor';
