import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type HttpClient, openClients } from './http-client.ts'
import { openPool } from './open-pool.ts'
import { p95, send, type TimedCall, time } from './timed-calls.ts'
import { createUsers } from './users.ts'

const PARTS = 500
/** Number of rounds. An IP address may send 120 checks a minute. */
const ROUNDS = 50
const WARM_UP = 5

/** Times the checks of 500 parts: as separate parts, and as parts of one bike. */
export async function timeFitChecks(shopUrl: string, databaseUrl: string): Promise<TimedCall[]> {
  await using pool = openPool(databaseUrl)
  const [user] = await createUsers(pool, 1)
  const [client] = (await openClients(shopUrl, 1)) as [HttpClient]
  if (!user) throw new Error('The user was not created.')
  const times = { stock: [] as number[], bike: [] as number[] }
  for (const as of ['stock', 'bike'] as const) {
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const body = { productIds: await chooseParts(pool), as }
      const measured = round < WARM_UP ? [] : times[as]
      await time(measured, () => send(client, user, 'POST', '/api/fit-checks', body))
    }
  }
  client.close()
  return (['stock', 'bike'] as const).map((as) => ({
    name: `POST /api/fit-checks, ${PARTS} parts as ${as}`,
    p95: p95(times[as]),
    max: 60,
  }))
}

/** Chooses parts from the whole catalog, different ones each time. */
async function chooseParts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with positions as (
       select distinct (random() * (select max(position) from parts))::bigint as position
       from generate_series(1, ${PARTS} * 2)
     )
     select id from parts join positions using (position) where deleted_at is null
     order by md5(id::text || $1) limit ${PARTS}`,
    [randomUUID()],
  )
  return rows.map(({ id }) => id)
}
