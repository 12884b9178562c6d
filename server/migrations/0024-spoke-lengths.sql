-- Without a transaction
-- Finds spokes by length. The values of attributes are JSON strings, so a length is compared as text.
create index concurrently if not exists parts_by_spoke_length
  on parts ((attributes ->> 'spoke_length_mm')) where attributes ->> 'spoke_length_mm' is not null;
