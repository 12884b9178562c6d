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

/** Keeps the shop's tables out of a database that holds somebody else's. To be asked first of all. */
export async function refuseForeignDatabase(databaseUrl: string): Promise<void> {
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
      'This database holds tables that are not the shop’s: point DATABASE_URL at an empty one.',
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
