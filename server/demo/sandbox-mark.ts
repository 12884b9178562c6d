import pg from 'pg'

/** Keeps production off a database that holds the sandbox's data. */
export async function refuseSandboxDatabase(databaseUrl: string): Promise<void> {
  const marked = await withClient(databaseUrl, isMarked)
  if (marked) {
    throw new Error(
      'This database holds the data of the sandbox: point DATABASE_URL at another one for production.',
    )
  }
}

/**
 * Marks an empty database as the sandbox's. Answers whether it was empty; throws when it holds
 * something that is not the sandbox's.
 */
export async function markForSandbox(databaseUrl: string): Promise<'new' | 'own'> {
  return withClient(databaseUrl, async (client) => {
    if (await isMarked(client)) return 'own'
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from users) or exists (select from parts) or exists (select from orders) as used',
    )
    if (rows[0]?.used) {
      throw new Error(
        'This database holds data that is not the sandbox’s: point DATABASE_URL at an empty one, or set NODE_ENV=production.',
      )
    }
    await client.query('insert into sandbox_mark default values')
    return 'new'
  })
}

async function isMarked(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from sandbox_mark')
  return (rowCount ?? 0) > 0
}

async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
