import type pg from 'pg'

/**
 * Runs `load` in the session's transaction without triggers, foreign keys and indexes, because the data was
 * valid when the backup was taken. Then restores all of them, which validates the data again. The owner of
 * the tables may do this; superuser rights are not needed.
 */
export async function withoutConstraints(
  session: pg.Client,
  print: (line: string) => void,
  load: () => Promise<void>,
): Promise<void> {
  const tables = await readTablesWithTriggers(session)
  const references = await readForeignKeys(session)
  const indexes = await readIndexes(session)
  for (const { drop } of [...references, ...indexes]) await session.query(drop)
  for (const table of tables) await session.query(`alter table ${table} disable trigger user`)
  await load()
  print(`Creating ${indexes.length} indexes …`)
  for (const { create } of [...indexes, ...references]) await session.query(create)
  for (const table of tables) await session.query(`alter table ${table} enable trigger user`)
}

interface SchemaObject {
  drop: string
  create: string
}

async function readTablesWithTriggers(session: pg.Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select distinct c.oid::regclass::text as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function readForeignKeys(session: pg.Client): Promise<SchemaObject[]> {
  const { rows } = await session.query<SchemaObject>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as "create"
    from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'
    order by conrelid::regclass::text, conname`,
  )
  return rows
}

/** Excludes indexes of primary and unique keys, which their constraints need. */
async function readIndexes(session: pg.Client): Promise<SchemaObject[]> {
  const { rows } = await session.query<SchemaObject>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as "create"
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid::regclass::text`,
  )
  return rows
}
