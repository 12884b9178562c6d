-- Quantities that came into or left the warehouse. Their sum is parts.on_hand.
create table stock_movements (
  id uuid primary key,
  part_id uuid not null references parts (id),
  kind text not null check (kind in ('initial', 'adjustment', 'shipment')),
  pieces integer not null,
  order_id uuid references orders (id),
  by_user uuid references users (id),
  reason text check (length(reason) between 1 and 200),
  at timestamptz not null default now(),
  constraint stock_movements_shipment_has_order check ((kind = 'shipment') = (order_id is not null)),
  constraint stock_movements_shipment_is_negative check (kind <> 'shipment' or pieces < 0)
);
create index stock_movements_by_part on stock_movements (part_id, id);
create unique index one_shipment_of_part on stock_movements (order_id, part_id) where kind = 'shipment';
