import type pg from 'pg'
import { withDirectConnection } from './connections/direct-connection.ts'

/** Name of the connections in pg_stat_activity. */
const NAME = 'freehub-database-check'

/** Throws if the database contains sandbox data. Production calls this before the migration. */
export async function refuseSandboxDatabase(databaseUrl: string): Promise<void> {
  if (await withDirectConnection(databaseUrl, NAME, isMarked)) {
    throw new Error(
      'This database holds sandbox data: set DATABASE_URL to another database for production.',
    )
  }
}

/** Throws if the current schema has tables, but not Freehub's table `migrations`. Call it before the migration. */
export async function refuseUnrelatedDatabase(databaseUrl: string): Promise<void> {
  const hasOtherTables = await withDirectConnection(databaseUrl, NAME, (client) =>
    readFlag(
      client,
      `exists (select from pg_tables where schemaname = current_schema()) and not coalesce((
        select array_agg(column_name::text) @> '{applied_at,name}'
        from information_schema.columns
        where table_schema = current_schema() and table_name = 'migrations'), false)`,
    ),
  )
  if (hasOtherTables) {
    throw new Error(
      'This database holds tables of another program: set DATABASE_URL to an empty database.',
    )
  }
}

/** Throws if the database contains data, but has no mark of the sandbox. Call it before the migration. */
export async function refuseUnmarkedData(databaseUrl: string): Promise<void> {
  await withDirectConnection(databaseUrl, NAME, throwIfUnmarkedData)
}

/** Marks the database as a sandbox database. Throws if the database contains data, but has no mark yet. */
export async function markForSandbox(databaseUrl: string): Promise<void> {
  await withDirectConnection(databaseUrl, NAME, async (client) => {
    await throwIfUnmarkedData(client)
    await client.query('insert into sandbox_mark default values on conflict do nothing')
  })
}

async function throwIfUnmarkedData(client: pg.Client): Promise<void> {
  if ((await isMarked(client)) || !(await hasData(client))) return
  throw new Error(
    'This database holds data that is not from the sandbox: set DATABASE_URL to an empty database, or set NODE_ENV=production.',
  )
}

/** Returns false if the table does not exist yet, before the first migration. */
const isMarked = async (client: pg.Client) =>
  (await readFlag(client, "to_regclass('sandbox_mark') is not null")) &&
  readFlag(client, 'exists (select from sandbox_mark)')

/** Returns false if the tables do not exist yet, before the first migration. */
async function hasData(client: pg.Client): Promise<boolean> {
  for (const table of ['users', 'parts', 'orders']) {
    const exists = await readFlag(client, `to_regclass('${table}') is not null`)
    if (exists && (await readFlag(client, `exists (select from ${table})`))) return true
  }
  return false
}

async function readFlag(client: pg.Client, expression: string): Promise<boolean> {
  const { rows } = await client.query<{ flag: boolean }>(`select ${expression} as flag`)
  return rows[0]?.flag === true
}
