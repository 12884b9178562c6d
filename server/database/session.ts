import pg from 'pg'

const CONNECT_WITHIN_MS = 5_000
/** So soon an idle connection is looked after whose other end may be gone. */
const LOOKED_AFTER_MS = 10_000

/**
 * Opens a connection of one's own, past any pooler, for what lasts as long as a session: locks,
 * listening, migrating. No limit of the role holds in it. `onEnd` hears when it is over, whyever.
 */
export async function openSession(
  databaseDirectUrl: string,
  name: string,
  onEnd: () => void = () => {},
): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString: databaseDirectUrl,
    application_name: name,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: LOOKED_AFTER_MS,
  })
  session.on('error', () => {})
  session.once('end', onEnd)
  try {
    await session.connect()
    await session.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    return session
  } catch (error) {
    await session.end().catch(() => {})
    throw error
  }
}
