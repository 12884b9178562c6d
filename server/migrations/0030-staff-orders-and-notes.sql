-- Notes of staff on a customer, or on one of the customer's orders. Deleting the customer's account deletes them.
set local lock_timeout = '1500ms';
lock table users, orders in share row exclusive mode;

create table staff_notes (
  id uuid primary key,
  user_id uuid not null references users (id),
  order_id uuid references orders (id),
  author_id uuid not null references users (id),
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index staff_notes_by_user on staff_notes (user_id);
create index staff_notes_by_order on staff_notes (order_id) where order_id is not null;
