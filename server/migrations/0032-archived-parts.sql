-- Staff can bring an archived part back on sale.
set local lock_timeout = '1500ms';
alter table part_edits drop constraint part_edits_kind_check,
  add constraint part_edits_kind_check check (kind in ('changed', 'deleted', 'restored')) not valid;
