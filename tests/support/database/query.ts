import pg from 'pg'

/** Runs a statement on its own connection. Calls `onConnect` before the statement. */
export async function queryOnce(databaseUrl: string, statement: string, onConnect = () => {}) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    onConnect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export function acceptsQueries(databaseUrl: string): Promise<boolean> {
  return queryOnce(databaseUrl, 'select 1').then(
    () => true,
    () => false,
  )
}
