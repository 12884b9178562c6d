-- Families are named in addresses: 'Disc rotors' is disc-rotors.
alter table families add column slug text not null unique
  generated always as (trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'))) stored;
