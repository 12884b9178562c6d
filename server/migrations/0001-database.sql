do $$
begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'The shop needs a database whose encoding is UTF8: create it with "create database … encoding ''UTF8'' template template0".';
  end if;
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise exception 'The search needs PostgreSQL’s own extension pg_trgm: install the package postgresql-contrib, or let the owner of the database run "create extension pg_trgm", and start again (%).', sqlerrm;
  end;
end $$;

-- Marks a database that holds sandbox data: the sandbox writes only to such a database, production refuses it.
create table sandbox_mark (
  marked_at timestamptz not null default now()
);
create unique index one_sandbox_mark on sandbox_mark ((true));
