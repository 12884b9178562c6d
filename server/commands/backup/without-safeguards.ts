import type pg from 'pg'

/**
 * Does something, in the session's transaction, while no trigger of the shop's tables works, nothing is
 * looked up in other tables, and no index is kept: what comes was all found right before. Then all is
 * there again, and found right again. The owner of the tables may do so; it takes no superuser.
 */
export async function withoutSafeguards(
  session: pg.Client,
  say: (line: string) => void,
  load: () => Promise<void>,
): Promise<void> {
  const tables = await readTriggered(session)
  const references = await readReferences(session)
  const indexes = await readIndexes(session)
  for (const { drop } of [...references, ...indexes]) await session.query(drop)
  for (const table of tables) await session.query(`alter table ${table} disable trigger user`)
  await load()
  say(`Making ${indexes.length} indexes …`)
  for (const { make } of [...indexes, ...references]) await session.query(make)
  for (const table of tables) await session.query(`alter table ${table} enable trigger user`)
}

interface Safeguard {
  drop: string
  make: string
}

async function readTriggered(session: pg.Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select distinct c.oid::regclass::text as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function readReferences(session: pg.Client): Promise<Safeguard[]> {
  const { rows } = await session.query<Safeguard>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as make
    from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'
    order by conrelid::regclass::text, conname`,
  )
  return rows
}

/** Those of keys stay: their constraints need them, and they are quickly kept. */
async function readIndexes(session: pg.Client): Promise<Safeguard[]> {
  const { rows } = await session.query<Safeguard>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid::regclass::text`,
  )
  return rows
}
