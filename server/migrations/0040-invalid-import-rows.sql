-- The columns of the file, and the cells of each invalid row. Null in older imports, and `cells` also in valid rows.
set local lock_timeout = '1500ms';
alter table part_imports add column columns text[];
alter table part_import_rows add column cells text[];
