import pg from 'pg'
import { ConfigError } from '../../../config.ts'

const CONNECT_WITHIN_MS = 5_000
/** So soon an idle connection is looked after whose other end may be gone. */
const LOOKED_AFTER_MS = 10_000
/** A pooler refuses them, and locks that it would share with everybody are not taken. */
const NO_LIMITS =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'
/** So PostgreSQL learns in half a minute that a machine is gone, and frees its locks. */
const LOOKED_AFTER = `-c tcp_keepalives_idle=${LOOKED_AFTER_MS / 1000} -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4`
const REFUSED_AT_START = '08P01'

/**
 * Opens a connection of one's own, past any pooler, for what lasts as long as a session: locks,
 * listening, migrating. No limit of the role holds in it. `onEnd` hears when it is over, whyever.
 * Throws a ConfigError where there is a pooler.
 */
export async function openSession(
  databaseDirectUrl: string,
  name: string,
  onEnd: () => void = () => {},
): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString: databaseDirectUrl,
    application_name: name,
    options: `${NO_LIMITS} ${LOOKED_AFTER}`,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: LOOKED_AFTER_MS,
  })
  session.on('error', () => {})
  session.once('end', onEnd)
  try {
    await session.connect()
    return session
  } catch (error) {
    await session.end().catch(() => {})
    if ((error as { code?: string }).code !== REFUSED_AT_START) throw error
    throw new ConfigError(
      `There is a pooler before the database: set DATABASE_DIRECT_URL to the database itself (${(error as Error).message}).`,
    )
  }
}
