create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger order_events_append_only before update or delete on order_events
  for each row execute function refuse_change();
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function refuse_change();
create trigger part_edits_append_only before update or delete on part_edits
  for each row execute function refuse_change();
create trigger review_changes_append_only before update or delete on review_changes
  for each row execute function refuse_change();
create trigger ban_changes_append_only before update or delete on ban_changes
  for each row execute function refuse_change();
create trigger invoices_append_only before update or delete on invoices
  for each row execute function refuse_change();
