import { FIND_PRINCIPALS, hashToken } from '@freehub/server/features/identity/guards'
import type pg from 'pg'
import { openPool } from '../open-pool.ts'
import { type BenchUser, createUsers } from '../users.ts'
import {
  type Comparison,
  compareWithBareServer,
  measureAlternately,
  measureRate,
} from './compare-with-bare-server.ts'

const CLIENTS = 8
const SECONDS = 1
/** Number of signed-in users in a busy shop. */
const USERS = 10_000

/** The grace period of admins without a second factor. */
const GRACE_HOURS = 14 * 24

/** The unused tokens of the statement, which finds up to eight principals. */
const OTHER_TOKENS = Array<null>(7).fill(null)

/** The statement that reads one row by its primary key: the minimum cost of a token look-up. */
const BARE = 'select session_id from access_tokens where token_hash = $1'

/**
 * Measures the cost of finding the principal of a call: the SQL statement in comparison with a
 * look-up by key, and HTTP in comparison with a bare server without a database.
 */
export async function comparePrincipalLookup(
  shopUrl: string,
  databaseUrl: string,
): Promise<[Comparison, Comparison]> {
  await using pool = openPool(databaseUrl, CLIENTS)
  const users = await createUsers(pool, USERS)
  await pool.query('analyze users, sessions, access_tokens')
  const statement = await compareStatements(pool, users)
  return [statement, await compareOverHttp(shopUrl, users[0] as BenchUser)]
}

async function compareStatements(pool: pg.Pool, users: BenchUser[]): Promise<Comparison> {
  const hashes = users.map(({ token }) => hashToken(token))
  let n = 0
  const next = () => hashes[n++ % hashes.length]
  const find = async (name: string, text: string, values: unknown[]) => {
    const { rowCount } = await pool.query({ name, text, values })
    if (rowCount !== 1) throw new Error(`${name} found ${rowCount} rows.`)
  }
  const load = { clients: CLIENTS, seconds: SECONDS }
  const [bare, shop, ratio] = await measureAlternately(
    () => measureRate(load, () => find('bare', BARE, [next()])),
    () =>
      measureRate(load, () =>
        find('principals', FIND_PRINCIPALS, [GRACE_HOURS, next(), ...OTHER_TOKENS]),
      ),
  )
  return { name: 'find the principal, SQL statement', shop, bare, ratio }
}

/** Measures a call that only finds the principal, and a bare server that sends the same response. */
function compareOverHttp(shopUrl: string, { email, token }: BenchUser): Promise<Comparison> {
  const name = 'GET /user/admin/{email}, signed in'
  return compareWithBareServer(name, shopUrl, `/user/admin/${email}`, `Bearer ${token}`)
}
