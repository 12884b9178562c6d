import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { buildBooking } from '@freehub/tests/support/shop/orders'
import type pg from 'pg'
import { createUsers } from '../users.ts'
import { formatFailure, runLoops, sendRequest } from './run-load.ts'
import { summarizeTimes, type Times } from './summarize-times.ts'

const PARTS = 10
const STOCK_PER_PART = 400
const CONCURRENCY = 64
const CUSTOMERS = 1_000

export interface ConcurrentOrders {
  /** Stock of all parts before the measurement. */
  available: number
  /** Number of acknowledged orders, each for one unit. It must equal `available`. */
  placed: number
  oversold: number
  /** Number of orders that were refused because no stock was available. */
  refused: number
  placedPerSecond: number
  times: Times
}

/**
 * Sells out ten parts. 1,000 customers send 5,000 orders of one unit, 64 at a time: 25 % more than the stock.
 */
export async function measureConcurrentOrders(
  url: string,
  pool: pg.Pool,
): Promise<ConcurrentOrders> {
  const parts = await createParts(pool)
  const users = await createUsers(pool, CUSTOMERS)
  const ms: number[] = []
  const available = PARTS * STOCK_PER_PART
  let [sent, refused, lastPlacedAt] = [0, 0, 0]
  const startedAt = performance.now()
  await runLoops(CONCURRENCY, async () => {
    const n = sent++
    if (n >= available * 1.25) return false
    const request = {
      method: 'POST',
      url: `${url}/booking`,
      headers: {
        authorization: `Bearer ${users[n % CUSTOMERS]?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(buildBooking(parts[n % PARTS] as string, 1)),
    }
    const response = await sendRequest(request)
    if (response.status === 201) {
      ms.push(response.ms)
      lastPlacedAt = performance.now()
    } else if (response.excerpt.includes('quantity_above_available')) refused += 1
    else throw new Error(formatFailure(request, response))
    return true
  })
  const { rows } = await pool.query<{ reserved: number }>(
    `select sum(greatest(reserved, (select sum(quantity) from order_lines where part_id = id)))::int
       as reserved from parts where id = any ($1)`,
    [parts],
  )
  const reserved = rows[0]?.reserved ?? 0
  return {
    available,
    placed: ms.length,
    oversold: Math.max(0, ms.length - available, reserved - available),
    refused,
    placedPerSecond: (ms.length * 1000) / (lastPlacedAt - startedAt),
    times: summarizeTimes(ms),
  }
}

async function createParts(pool: pg.Pool): Promise<string[]> {
  const ids = Array.from({ length: PARTS }, () => randomUUIDv7())
  await pool.query(
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
     select id, 'Bench', 'Bench', '/drawings/house/wheel.svg', 250, 1, $2
     from unnest($1::uuid[]) as t (id)`,
    [ids, STOCK_PER_PART],
  )
  await pool.query(
    `insert into stock_movements (id, part_id, kind, pieces)
     select gen_random_uuid(), id, 'initial', $2 from unnest($1::uuid[]) as t (id)`,
    [ids, STOCK_PER_PART],
  )
  return ids
}
