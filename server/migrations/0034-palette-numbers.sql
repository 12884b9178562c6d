-- Without a transaction
-- Beginnings and ends of the numbers of parts. `text_pattern_ops` serves `like` in each collation, and `=` too.
create index concurrently if not exists part_codes_by_key_pattern on part_codes (key text_pattern_ops);
drop index concurrently if exists part_codes_by_key;
create index concurrently if not exists part_codes_by_key_end on part_codes (reverse(key) text_pattern_ops);
