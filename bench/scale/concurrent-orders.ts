import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { buildBooking } from '@freehub/tests/support/shop/orders'
import type pg from 'pg'
import { createAccounts } from '../accounts.ts'
import { formatFailure, runConcurrently, sendRequest, summarizeTimes, type Times } from './load.ts'

const PARTS = 10
const PIECES = 400
const CONCURRENCY = 64
const CUSTOMERS = 1_000

export interface ConcurrentOrders {
  pieces: number
  /** Number of acknowledged orders of one piece. It must equal `pieces`. */
  sold: number
  oversold: number
  /** Number of orders that were refused because no piece was available. */
  refused: number
  soldPerSecond: number
  times: Times
}

/**
 * Sells out ten parts: 64 concurrent customers send orders of one piece each, for 25 % more pieces than are
 * available.
 */
export async function measureConcurrentOrders(
  url: string,
  pool: pg.Pool,
): Promise<ConcurrentOrders> {
  const parts = await createParts(pool)
  const accounts = await createAccounts(pool, CUSTOMERS)
  const ms: number[] = []
  const pieces = PARTS * PIECES
  let [sent, refused, lastSoldAt] = [0, 0, 0]
  const startedAt = performance.now()
  await runConcurrently(CONCURRENCY, async () => {
    const n = sent++
    if (n >= pieces * 1.25) return false
    const request = {
      method: 'POST',
      url: `${url}/booking`,
      headers: {
        authorization: `Bearer ${accounts[n % CUSTOMERS]?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(buildBooking(parts[n % PARTS] as string, 1)),
    }
    const response = await sendRequest(request)
    if (response.status === 201) {
      ms.push(response.ms)
      lastSoldAt = performance.now()
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
    pieces,
    sold: ms.length,
    oversold: Math.max(0, ms.length - pieces, reserved - pieces),
    refused,
    soldPerSecond: (ms.length * 1000) / (lastSoldAt - startedAt),
    times: summarizeTimes(ms),
  }
}

async function createParts(pool: pg.Pool): Promise<string[]> {
  const ids = Array.from({ length: PARTS }, () => randomUUIDv7())
  await pool.query(
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
     select id, 'Sale', 'On sale.', '/drawings/house/wheel.svg', 250, 1, $2
     from unnest($1::uuid[]) as t (id)`,
    [ids, PIECES],
  )
  await pool.query(
    `insert into stock_movements (id, part_id, kind, pieces)
     select gen_random_uuid(), id, 'initial', $2 from unnest($1::uuid[]) as t (id)`,
    [ids, PIECES],
  )
  return ids
}
