import pg from 'pg'
import { type Endpoint, SHOP } from './endpoint.ts'

const CONNECT_WITHIN_MS = 5_000

/** True if the server lets us in. */
export async function acceptsConnections(endpoint: Endpoint, password: string): Promise<boolean> {
  const client = superuser(endpoint, password)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Makes the shop's role and database where they are missing. The role is no superuser. */
export async function ensureDatabase(endpoint: Endpoint, password: string): Promise<void> {
  const client = superuser(endpoint, password)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${SHOP}') as role,
              exists (select from pg_database where datname = '${SHOP}') as database`,
    )
    if (!rows[0].role) {
      await client.query(
        `create role ${SHOP} login createdb password ${client.escapeLiteral(password)}`,
      )
    }
    if (!rows[0].database) await client.query(`create database ${SHOP} owner ${SHOP}`)
  } finally {
    await client.end()
  }
}

function superuser({ host, port }: Endpoint, password: string): pg.Client {
  return new pg.Client({
    host,
    port,
    password,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  })
}
