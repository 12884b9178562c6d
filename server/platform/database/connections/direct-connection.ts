import pg from 'pg'
import { ConfigError } from '../../../config.ts'

/** Also long enough for a busy machine. */
export const CONNECT_TIMEOUT_MS = 10_000
/** Time for the database to respond to the end of a connection. */
const END_TIMEOUT_MS = 5_000
/** Idle time after which TCP probes a connection. */
const KEEPALIVE_IDLE_MS = 10_000
/** Turns timeouts off. A pooler rejects such options, so no session lock can be taken on a shared connection. */
const NO_TIMEOUTS =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'
/** PostgreSQL detects within 30 s that a client machine is gone, and releases its locks. */
const KEEPALIVE = `-c tcp_keepalives_idle=${KEEPALIVE_IDLE_MS / 1000} -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4`
const PROTOCOL_VIOLATION = '08P01'

/**
 * Opens a dedicated connection without a pooler, for session locks, LISTEN and migrations. The
 * timeouts of the role do not apply. `name` appears in pg_stat_activity. `onEnd` runs when the
 * connection ends for any reason. Throws a ConfigError if the URL leads to a pooler.
 */
export async function openDirectConnection(
  databaseDirectUrl: string,
  name: string,
  onEnd: () => void = () => {},
): Promise<pg.Client> {
  const client = new DirectClient({
    connectionString: databaseDirectUrl,
    application_name: name,
    options: `${NO_TIMEOUTS} ${KEEPALIVE}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_MS,
  })
  client.on('error', () => {})
  client.once('end', onEnd)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if ((error as { code?: string }).code !== PROTOCOL_VIOLATION) throw error
    throw new ConfigError(
      `The database URL leads to a pooler: set DATABASE_DIRECT_URL to the database itself (${(error as Error).message}).`,
    )
  }
}

/** A client whose `end` closes the connection even if the database host does not respond. */
class DirectClient extends pg.Client {
  override async end(): Promise<void> {
    const timer = setTimeout(() => this.connection.stream.destroy(), END_TIMEOUT_MS)
    await super.end()
    clearTimeout(timer)
  }
}

/** Runs `use` with a connection (see `openDirectConnection`), and then ends it. */
export async function withDirectConnection<T>(
  databaseDirectUrl: string,
  name: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openDirectConnection(databaseDirectUrl, name)
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
