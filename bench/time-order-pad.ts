import type pg from 'pg'
import { type HttpClient, openClients } from './http-client.ts'
import { openPool } from './open-pool.ts'
import { p95, send, type TimedCall, time } from './timed-calls.ts'
import { type BenchUser, createUsers } from './users.ts'

const CLIENTS = 8
/** Number of requests per client. Each uses another user: a user may send only 12 pastes a minute. */
const ROUNDS = { pastes: 12, alternatives: 40 }
const WARM_UP = 2
const ROWS = 500
const TEXTS = 20

interface CodedPart {
  code: string
  name: string
}

/** Times pastes of 500 rows with eight concurrent clients, and alternatives of 20 texts with one. */
export async function timeOrderPad(shopUrl: string, databaseUrl: string): Promise<TimedCall[]> {
  await using pool = openPool(databaseUrl)
  const clients = await openClients(shopUrl, CLIENTS)
  const paste = await measureP95(pool, clients, ROUNDS.pastes, async () => ({
    path: '/api/order-pad/rows',
    body: { rows: (await chooseParts(pool, ROWS)).map(toCells) },
  }))
  const alternatives = await measureP95(
    pool,
    clients.slice(0, 1),
    ROUNDS.alternatives,
    async () => ({
      path: '/api/order-pad/alternatives',
      body: { texts: (await chooseParts(pool, TEXTS)).map(misspell) },
    }),
  )
  for (const client of clients) client.close()
  return [
    { name: `POST /api/order-pad/rows, ${ROWS} rows, ${CLIENTS} clients`, p95: paste, max: 300 },
    { name: `POST /api/order-pad/alternatives, ${TEXTS} texts`, p95: alternatives, max: 400 },
  ]
}

/**
 * Returns the 95th percentile of the response times, in milliseconds. In each round, all clients send one request at
 * the same time.
 */
async function measureP95(
  pool: pg.Pool,
  clients: HttpClient[],
  rounds: number,
  createRequest: () => Promise<{ path: string; body: object }>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds + WARM_UP; round++) {
    const users = await createUsers(pool, clients.length)
    const requests = await Promise.all(clients.map(createRequest))
    const measured: number[] = []
    await Promise.all(
      clients.map((client, n) => {
        const { path, body } = requests[n] as (typeof requests)[number]
        return time(measured, () => send(client, users[n] as BenchUser, 'POST', path, body))
      }),
    )
    if (round >= WARM_UP) times.push(...measured)
  }
  return p95(times)
}

/** Chooses parts all over the catalog, each with one of its codes. */
async function chooseParts(pool: pg.Pool, count: number): Promise<CodedPart[]> {
  const { rows } = await pool.query<CodedPart>(
    `with positions as (
       select (random() * (select max(position) from parts))::bigint as position from generate_series(1, $1 * 2)
     )
     select code, name from parts join positions using (position)
     cross join lateral (
       select code from part_codes where part_id = parts.id order by random() limit 1) codes
     limit $1`,
    [count],
  )
  return rows
}

/** Returns a row of a supplier's list. Every fiftieth code is misspelt. */
function toCells({ code, name }: CodedPart, n: number): string[] {
  const written = n % 50 === 49 ? swap(code) : code
  return [String(n + 1), written, name, String(10 * (1 + (n % 40))), '12,50', 'pcs']
}

/** Returns a misspelt text: the code of every other part, the name of the others. */
function misspell({ code, name }: CodedPart, n: number): string {
  return swap(n % 2 === 0 ? code : name.slice(0, 40))
}

/** Swaps the two characters before the last one. */
function swap(text: string): string {
  return text.slice(0, -3) + text.at(-2) + text.at(-3) + text.at(-1)
}
