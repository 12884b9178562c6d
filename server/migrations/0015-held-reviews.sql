-- Without a transaction: indexes are created concurrently. Each statement can be repeated after a stop.

-- Give up after 1.5 seconds instead of blocking the version that still serves; migrate.ts tries again.
set lock_timeout = '1500ms';

-- Staff must release a held review before it is public. Null for reviews that were published at once.
alter table reviews add column if not exists held_at timestamptz;

alter table review_changes
  drop constraint if exists review_changes_kind_check,
  add constraint review_changes_kind_check
    check (kind in ('hidden', 'shown', 'answered', 'answer_withdrawn', 'released')) not valid;

reset lock_timeout;

alter table review_changes validate constraint review_changes_kind_check;

create index concurrently if not exists reviews_public on reviews (id)
  where hidden_at is null and held_at is null;
drop index concurrently if exists reviews_shown;
create index concurrently if not exists reviews_held on reviews (id)
  where held_at is not null and hidden_at is null;
-- The reviews of the last hour.
create index concurrently if not exists reviews_by_time on reviews (created_at);

-- Reviews of users with an unconfirmed e-mail do not count in the rating. Deleting an account used to reset
-- email_verified; the reviews of those accounts go on counting.
update users set email_verified = true where deleted_at is not null and not email_verified;
create index concurrently if not exists users_unconfirmed on users (id) where not email_verified;
