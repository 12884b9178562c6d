import pg from 'pg'

/** Throws if the database holds sandbox data. Production calls this at start. */
export async function refuseSandboxDatabase(databaseUrl: string): Promise<void> {
  const marked = await withClient(databaseUrl, isMarked)
  if (marked) {
    throw new Error(
      'This database holds sandbox data: set DATABASE_URL to another database for production.',
    )
  }
}

/** Throws if the database holds tables of another program. Call it before migrating. */
export async function refuseNonShopDatabase(databaseUrl: string): Promise<void> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ used: boolean; own: boolean }>(
      `select exists (select from pg_tables where schemaname = 'public') as used,
        (select array_agg(column_name::text) @> '{applied_at,name}'
          from information_schema.columns
          where table_schema = 'public' and table_name = 'migrations') is true as own`,
    ),
  )
  if (rows[0]?.used && !rows[0].own) {
    throw new Error(
      'This database holds tables of another program: set DATABASE_URL to an empty database.',
    )
  }
}

/**
 * Marks an empty database as the sandbox's. Returns 'own' if it was marked before. Throws if it holds other
 * data.
 */
export async function markForSandbox(databaseUrl: string): Promise<'new' | 'own'> {
  return withClient(databaseUrl, async (client) => {
    if (await isMarked(client)) return 'own'
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from users) or exists (select from parts) or exists (select from orders) as used',
    )
    if (rows[0]?.used) {
      throw new Error(
        'This database holds data that is not from the sandbox: set DATABASE_URL to an empty database, or set NODE_ENV=production.',
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
