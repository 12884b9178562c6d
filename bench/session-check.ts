import { FIND_PRINCIPAL, hashToken } from '@freehub/server/features/identity/guards'
import pg from 'pg'
import { type Account, createAccounts } from './accounts.ts'
import { type Comparison, measureAlternately, median } from './compare-reading.ts'
import { end, startBareServer } from './processes.ts'

const CLIENTS = 8
const SECONDS = 2
const ROUNDS = 3
/** Signed-in users of a busy shop. */
const ACCOUNTS = 10_000

/** The grace period of admins without a second factor. */
const GRACE_HOURS = 14 * 24

/** Reads one row by its primary key: the minimum cost of a token look-up. */
const BARE = 'select session_id from access_tokens where token_hash = $1'

/**
 * Measures the cost of finding the principal of a signed-in call: its SQL statement beside a look-up by key,
 * and over HTTP beside a bare server without a database.
 */
export async function compareSessionCheck(
  shopUrl: string,
  databaseUrl: string,
): Promise<[Comparison, Comparison]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CLIENTS })
  const accounts = await createAccounts(pool, ACCOUNTS)
  await pool.query('analyze users, sessions, access_tokens')
  const statement = await compareStatements(pool, accounts)
  await pool.end()
  return [statement, await compareOverHttp(shopUrl, accounts[0] as Account)]
}

async function compareStatements(pool: pg.Pool, accounts: Account[]): Promise<Comparison> {
  const hashes = accounts.map(({ token }) => hashToken(token))
  const shop: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    shop.push(await rate(pool, 'find-principal', FIND_PRINCIPAL, hashes, GRACE_HOURS))
    bare.push(await rate(pool, 'bare', BARE, hashes))
  }
  return { what: 'find the principal, SQL statement', shop: median(shop), bare: median(bare) }
}

async function rate(
  pool: pg.Pool,
  name: string,
  text: string,
  hashes: Buffer[],
  ...more: number[]
): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  let done = 0
  const client = async () => {
    while (Date.now() < until) {
      const { rowCount } = await pool.query({
        name,
        text,
        values: [hashes[done % hashes.length], ...more],
      })
      if (rowCount !== 1) throw new Error(`${name} found ${rowCount} rows.`)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return done / SECONDS
}

/** Measures a call that only finds the principal. */
async function compareOverHttp(shopUrl: string, { email, token }: Account): Promise<Comparison> {
  const path = `/user/admin/${email}`
  const authorization = `Bearer ${token}`
  const { bare, url } = await startBareServer(shopUrl, [path], authorization)
  const target = { url: `${shopUrl}${path}`, headers: { authorization } }
  const rates = await measureAlternately(target, { ...target, url: `${url}${path}` })
  await end(bare)
  return { what: 'GET /user/admin/{email}, signed in', shop: rates[0], bare: rates[1] }
}
