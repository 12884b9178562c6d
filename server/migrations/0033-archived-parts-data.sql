-- Without a transaction
alter table part_edits validate constraint part_edits_kind_check;
-- Indexes for the list of archived parts, and for the photos that these parts need.
create index concurrently if not exists parts_not_on_sale on parts (position) where deleted_at is not null;
create index concurrently if not exists parts_not_on_sale_by_photo on parts (photo_of(img))
  where img like '/photos/%' and deleted_at is not null;
