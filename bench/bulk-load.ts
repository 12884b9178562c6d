import type pg from 'pg'

/**
 * Loads many rows into these tables while they have neither indexes nor foreign keys, but for the
 * primary ones, and makes both again: each index is sorted once, and references are checked by one
 * join instead of row by row. Only for a database that nobody else uses.
 */
export async function bulkLoad(
  client: pg.Client,
  tables: string[],
  load: () => Promise<void>,
): Promise<void> {
  const constraints = await defined(client, CONSTRAINTS, tables)
  const indexes = await defined(client, INDEXES, tables)
  for (const { drop } of [...constraints, ...indexes]) await client.query(drop)
  await load()
  for (const { make } of [...indexes, ...constraints]) await client.query(make)
}

interface Defined {
  drop: string
  make: string
}

async function defined(client: pg.Client, statement: string, tables: string[]) {
  return (await client.query<Defined>(statement, [tables])).rows
}

const CONSTRAINTS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as make
  from pg_constraint
  where conrelid = any ($1::text[]::regclass[]) and contype in ('f', 'u')`

const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
  from pg_index
  where indrelid = any ($1::text[]::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`
