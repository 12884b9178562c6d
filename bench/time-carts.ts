import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type HttpClient, openClients } from './http-client.ts'
import { openPool } from './open-pool.ts'
import { p95, send, type TimedCall, time } from './timed-calls.ts'
import { createUsers } from './users.ts'

export const LINES = 500
const ROUNDS = 40
const CONTACT = { phone: '+49 40 5550 120', address: '12 Wheel Lane, Hamburg' }

/** The version and the total of a cart, which an order of the cart has to repeat. */
interface CartTotal {
  version: number
  totalCents: number
}

/** Times calls with carts of 500 lines, in a shop with at least 100,000 parts. */
export async function timeCarts(shopUrl: string, databaseUrl: string): Promise<TimedCall[]> {
  await using pool = openPool(databaseUrl)
  const users = await createUsers(pool, ROUNDS)
  const [client] = (await openClients(shopUrl, 1)) as [HttpClient]
  const times = { fill: [], read: [], change: [], order: [] } as Record<string, number[]>
  for (const user of users) {
    const partIds = await chooseParts(pool)
    const changes = partIds.map((productId) => ({ productId, add: 50 }))
    await time(times.fill, () => send(client, user, 'PATCH', '/api/cart', { changes }))
    await time(times.read, () => send(client, user, 'GET', '/api/cart'))
    for (const productId of partIds.slice(0, 5)) {
      const change = { changes: [{ productId, add: 10 }] }
      await time(times.change, () => send(client, user, 'PATCH', '/api/cart', change))
    }
    const { version, totalCents } = await send<CartTotal>(client, user, 'GET', '/api/cart')
    const order = { version, totalCents, ...CONTACT }
    await time(times.order, () => send(client, user, 'POST', '/api/orders', order))
  }
  client.close()
  return [
    { name: `PATCH /api/cart, ${LINES} lines`, p95: p95(times.fill), max: 150 },
    { name: `GET /api/cart, ${LINES} lines`, p95: p95(times.read), max: 80 },
    { name: `PATCH /api/cart, 1 of ${LINES} lines`, p95: p95(times.change), max: 15 },
    { name: `POST /api/orders, ${LINES} lines`, p95: p95(times.order), max: 150 },
  ]
}

/** Chooses random parts of which a cart can contain 50 or 60 pieces: cheap, in stock and without order multiple. */
export async function chooseParts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from parts where deleted_at is null and minimum_order <= 50 and order_multiple is null
       and on_hand - reserved >= 1000 and unit_price_cents < 1000
     order by md5(id::text || $1) limit ${LINES}`,
    [randomUUID()],
  )
  return rows.map(({ id }) => id)
}
