import pg from 'pg'

/** Opens a pool. `await using` closes it when the block ends, also if a measurement fails. */
export function openPool(databaseUrl: string, max = 10): pg.Pool & AsyncDisposable {
  const pool = new pg.Pool({ connectionString: databaseUrl, max })
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}
