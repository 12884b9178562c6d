import pg from 'pg'
import { type Config, ConfigError } from '../../../config.ts'
import { isPooled, sessionLimits } from './connect.ts'
import { requireWay } from './require-database.ts'
import { openSession } from './session.ts'

type Limits = ReturnType<typeof sessionLimits>

interface Found {
  role: string
  database: string
  /** By the limits' names, in milliseconds; 0 is none. */
  limits: Limits
}

const NOT_ALLOWED = '42501'
/** Two that start at the same time give the role the same. */
const AT_ONCE = /^(XX000|40001)$/

/**
 * Behind a pooler in transaction mode no session is the shop's own, and what begins one is refused: there
 * the shop gives its role the limits of its settings in this database, where it has others. Answers a
 * sentence where they do not hold yet. Throws a ConfigError where it may not.
 */
export async function holdLimits(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'limits'>,
): Promise<string | undefined> {
  if (!isPooled(config)) return undefined
  const wanted = sessionLimits(config.limits.database)
  // Past the pooler first: a session there begins as the pooler's next one will.
  await give(config.databaseDirectUrl, differing(await find(config.databaseDirectUrl), wanted))
  await requireWay('DATABASE_URL', config.databaseUrl)
  const differ = differing(await find(config.databaseUrl), wanted)
  return differ.length === 0 ? undefined : notYet(differ)
}

/** By a session that asks for no limits of its own. */
async function find(databaseUrl: string): Promise<Found> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } =
      await client.query(`select session_user as role, current_database() as database,
      (select json_object_agg(name, setting::int) from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')) as limits`)
    return rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

/** The statements that give the limits that are others. */
function differing({ role, database, limits }: Found, wanted: Limits): string[] {
  const [whom, where] = [role, database].map((name) => pg.escapeIdentifier(name))
  return Object.entries(wanted)
    .filter(([name, ms]) => limits[name as keyof Limits] !== ms)
    .map(([name, ms]) => `alter role ${whom} in database ${where} set ${name} = ${ms}`)
}

async function give(databaseDirectUrl: string, statements: string[]): Promise<void> {
  if (statements.length === 0) return
  const session = await openSession(databaseDirectUrl, 'freehub-limits')
  try {
    for (const statement of statements) {
      await session.query(statement).catch((error) => {
        if (error.code === NOT_ALLOWED) throw new ConfigError(notAllowed(statements))
        if (!AT_ONCE.test(error.code)) throw error
      })
    }
  } finally {
    await session.end()
  }
}

const notAllowed = (statements: string[]) =>
  `Behind a pooler statements need limits of time, which this role may not set: let an administrator run\n${statements.join(';\n')};`

const notYet = (statements: string[]) =>
  `The pooler has connections that were there before the limits of time: let it reconnect. Should this sentence stay, its role is another: run\n${statements.join(';\n')};`
