import pg from 'pg'

/** A table of the shop and the columns that are written in it, which the database does not make itself. */
export interface Table {
  name: string
  columns: string[]
}

/** Where a sequence stands. */
export interface Sequence {
  name: string
  value: string
  called: boolean
}

/** What a backup says of itself first. */
export interface About {
  takenAt: string
  /** In the order in which they were applied. */
  migrations: string[]
  tables: Table[]
  sequences: Sequence[]
}

/**
 * What lasts for minutes or signs somebody in. Nobody shall get into an account by a file that lies
 * about, and who signed out, or was thrown out, since it was taken must not be signed in again.
 */
const LEFT_OUT = ['sessions', 'access_tokens', 'verifications', 'rate_limits', 'migrations']

export async function readTables(session: pg.Client): Promise<Table[]> {
  const { rows } = await session.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all ($1)
    group by c.relname order by c.relname`,
    [LEFT_OUT],
  )
  return rows
}

export async function readSequences(session: pg.Client): Promise<Sequence[]> {
  const { rows } = await session.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const stands = `select last_value::text as value, is_called as called from ${quoted(name)}`
    sequences.push({ name, ...(await session.query(stands)).rows[0] })
  }
  return sequences
}

export async function readMigrations(session: pg.Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    'select name from migrations order by name',
  )
  return rows.map(({ name }) => name)
}

/** Values are written alike, whatever the server's settings are. */
export function speakPlainly(session: pg.Client): Promise<unknown> {
  return session.query(
    `set datestyle = 'iso'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'`,
  )
}

/** A table and its columns, as COPY wants them. */
export function listed({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

export const quoted = (name: string) => pg.escapeIdentifier(name)
