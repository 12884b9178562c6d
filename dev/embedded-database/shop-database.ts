import pg from 'pg'
import { DATABASE_NAME, type Endpoint } from './endpoint.ts'

const CONNECT_TIMEOUT_MS = 5_000

export async function acceptsConnections(endpoint: Endpoint, password: string): Promise<boolean> {
  const client = createSuperuserClient(endpoint, password)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the shop's role and database if they are missing. The role is not a superuser. */
export async function ensureDatabase(endpoint: Endpoint, password: string): Promise<void> {
  const client = createSuperuserClient(endpoint, password)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${DATABASE_NAME}') as role,
              exists (select from pg_database where datname = '${DATABASE_NAME}') as database`,
    )
    if (!rows[0].role) {
      await client.query(
        `create role ${DATABASE_NAME} login createdb password ${client.escapeLiteral(password)}`,
      )
    }
    if (!rows[0].database)
      await client.query(`create database ${DATABASE_NAME} owner ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

function createSuperuserClient({ host, port }: Endpoint, password: string): pg.Client {
  return new pg.Client({
    host,
    port,
    password,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
}
