create table reviews (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  name text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text not null,
  created_at timestamptz not null default now(),
  -- Held for moderation. Null for reviews that were published at once.
  held_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid references users (id),
  hide_reason text check (length(hide_reason) between 1 and 200),
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  answered_by uuid references users (id),
  constraint reviews_hidden_has_reason check (num_nulls(hidden_at, hidden_by, hide_reason) in (0, 3)),
  constraint reviews_answered_has_answer check (num_nulls(answered_at, answered_by, answer) in (0, 3))
);
create index reviews_public on reviews (id) where hidden_at is null and held_at is null;
create index reviews_held on reviews (id) where held_at is not null and hidden_at is null;
create index reviews_hidden on reviews (id) where hidden_at is not null;
create index reviews_unanswered on reviews (id) where answered_at is null and hidden_at is null;
create index reviews_of_user on reviews (user_id, id);
-- Reviews of the last hour are counted to detect bursts.
create index reviews_by_time on reviews (created_at);
-- Searches must use the same expression.
create index reviews_by_search_text on reviews
  using gin (lower(name || ' ' || comment || ' ' || coalesce(answer, '')) gin_trgm_ops);

create table review_changes (
  id uuid primary key,
  review_id uuid not null references reviews (id),
  kind text not null check (kind in ('hidden', 'shown', 'answered', 'answer_withdrawn', 'released')),
  by_user uuid not null references users (id),
  -- The reason or the answer.
  detail text,
  at timestamptz not null default now()
);
create index review_changes_of_review on review_changes (review_id, id);
