-- Returns the photo of an image path like /photos/{id}/{width}.webp, or null.
create function photo_of(img text) returns uuid
  language sql immutable parallel safe
  return substring(img from '^/photos/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/')::uuid;

create index parts_by_photo on parts (photo_of(img))
  where img like '/photos/%' and deleted_at is null;

-- Locks a photo that may be deleted, so that it is not deleted while a part starts to use it. A photo in use
-- is not locked: several parts may use it concurrently.
create function track_photo_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.img <> old.img or new.deleted_at is not null) then
    update photos set unused_since = now() where id = photo_of(old.img);
  end if;
  if new.deleted_at is null then
    update photos set unused_since = null where id = photo_of(new.img) and unused_since is not null;
    if new.img like '/photos/%' and (tg_op = 'INSERT' or new.img <> old.img) and not exists (
      select from photo_files where photo_id = photo_of(new.img)
        and new.img = format('/photos/%s/%s.%s', photo_id, width, format)
    ) then
      raise foreign_key_violation using constraint = 'parts_img_photo', message = 'no such photo';
    end if;
  end if;
  return null;
end $$;
create trigger parts_track_new_photo after insert on parts
  for each row when (new.img like '/photos/%') execute function track_photo_use();
create trigger parts_track_changed_photo after update of img, deleted_at on parts
  for each row when (old.img like '/photos/%' or new.img like '/photos/%')
  execute function track_photo_use();
