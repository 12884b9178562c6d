import pg from 'pg'
import { type Config, ConfigError } from '../../../config.ts'
import { isPooled, sessionTimeouts } from './connect.ts'
import { requireConnection } from './require-database.ts'
import { openSession } from './session.ts'

type Timeouts = ReturnType<typeof sessionTimeouts>

interface CurrentTimeouts {
  role: string
  database: string
  /** In milliseconds; 0 means no timeout. */
  timeouts: Timeouts
}

const INSUFFICIENT_PRIVILEGE = '42501'
/** Errors when two processes set the timeouts at the same time. Both set the same ones. */
const CONCURRENT_CHANGE = /^(XX000|40001)$/

/**
 * Sets the timeouts of the settings on the database role, if there is a pooler in transaction mode: the
 * pooler rejects session parameters. Returns a warning if the timeouts do not apply yet. Throws a ConfigError
 * if the role may not change them.
 */
export async function setRoleTimeouts(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'limits'>,
): Promise<string | undefined> {
  if (!isPooled(config)) return undefined
  const expected = sessionTimeouts(config.limits.database)
  // First over a direct connection: new connections of the pooler start with the same role timeouts.
  await runStatements(
    config.databaseDirectUrl,
    alterStatements(await readTimeouts(config.databaseDirectUrl), expected),
  )
  await requireConnection('DATABASE_URL', config.databaseUrl)
  const missing = alterStatements(await readTimeouts(config.databaseUrl), expected)
  return missing.length === 0 ? undefined : oldConnectionsMessage(missing)
}

/** Reads the timeouts of a session that sets none itself. */
async function readTimeouts(databaseUrl: string): Promise<CurrentTimeouts> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } =
      await client.query(`select session_user as role, current_database() as database,
      (select json_object_agg(name, setting::int) from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')) as timeouts`)
    return rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns the statements that set the timeouts that differ. */
function alterStatements(
  { role, database, timeouts }: CurrentTimeouts,
  expected: Timeouts,
): string[] {
  const [roleName, databaseName] = [role, database].map((name) => pg.escapeIdentifier(name))
  return Object.entries(expected)
    .filter(([name, ms]) => timeouts[name as keyof Timeouts] !== ms)
    .map(([name, ms]) => `alter role ${roleName} in database ${databaseName} set ${name} = ${ms}`)
}

async function runStatements(databaseDirectUrl: string, statements: string[]): Promise<void> {
  if (statements.length === 0) return
  const session = await openSession(databaseDirectUrl, 'freehub-limits')
  try {
    for (const statement of statements) {
      await session.query(statement).catch((error) => {
        if (error.code === INSUFFICIENT_PRIVILEGE)
          throw new ConfigError(missingPrivilegeMessage(statements))
        if (!CONCURRENT_CHANGE.test(error.code)) throw error
      })
    }
  } finally {
    await session.end()
  }
}

const missingPrivilegeMessage = (statements: string[]) =>
  `Statements behind a pooler need timeouts, and this role may not set them. Ask a database administrator to run:\n${statements.join(';\n')};`

const oldConnectionsMessage = (statements: string[]) =>
  `The pooler has connections from before the timeouts were set: let it reconnect. If this warning stays, the pooler uses another role; then run:\n${statements.join(';\n')};`
