-- Without a transaction: what takes long is made beside the shop, which goes on selling. Each statement
-- ends where its line does, runs by itself, and may be repeated: after a stop in the middle they are
-- gone through once more.

-- A family is walked along in each order, however far its parts lie from one another.
create index concurrently if not exists parts_by_family_and_price
  on parts (family_code, unit_price_cents, position) where deleted_at is null;
create index concurrently if not exists parts_by_family_and_name
  on parts (family_code, (folded(name) collate "C"), position) where deleted_at is null;
-- The drawing that stands for a family is its first.
create index concurrently if not exists parts_drawn
  on parts (family_code, position) where drawing is not null and deleted_at is null;

-- What agrees at an interface is looked at oldest first.
create index concurrently if not exists part_fits_in_order on part_fits (interface_id, role, size, part_id);
drop index concurrently if exists part_fits_by_interface;

call place_all_words();
