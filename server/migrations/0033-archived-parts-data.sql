-- Without a transaction
alter table part_edits validate constraint part_edits_kind_check;
-- The list of archived parts, and which photos they need.
create index concurrently if not exists parts_not_on_sale on parts (position) where deleted_at is not null;
create index concurrently if not exists parts_not_on_sale_by_photo on parts (photo_of(img))
  where img like '/photos/%' and deleted_at is not null;
