import type pg from 'pg'

/**
 * Runs `load` in the client's transaction without triggers, foreign keys and indexes. Keeps primary
 * and unique keys. Then restores the triggers, foreign keys and indexes, which validates foreign keys
 * and unique indexes. Triggers do not run for the loaded rows. The role of the client must own the
 * tables, but needs no superuser rights.
 */
export async function withoutConstraints(
  client: pg.Client,
  print: (line: string) => void,
  load: () => Promise<void>,
): Promise<void> {
  const tables = await readTablesWithTriggers(client)
  const { rows: dropped } = await client.query<{ drop: string; create: string }>(DROPPED_OBJECTS)
  for (const { drop } of dropped.toReversed()) await client.query(drop)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await load()
  print(`Creating ${dropped.length} indexes and foreign keys …`)
  for (const { create } of dropped) await client.query(create)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

/** Selects indexes except those of primary and unique keys, then foreign keys, which depend on those indexes. */
const DROPPED_OBJECTS = `
  select 'index' as type, format('drop index %s', indexrelid::regclass) as drop,
    pg_get_indexdef(indexrelid) as "create"
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select 'key', format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'
  order by type, drop`

async function readTablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.oid::regclass::text as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal order by 1`,
  )
  return rows.map(({ name }) => name)
}
