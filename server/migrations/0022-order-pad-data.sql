-- Without a transaction
call add_existing_part_codes();
create index concurrently if not exists part_codes_by_key on part_codes (key);
