import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { bookingOf } from '@freehub/tests/support/shop/orders'
import type pg from 'pg'
import { addAccounts } from '../accounts.ts'
import { ask } from './ask.ts'
import { inTurn, sayFailed } from './load.ts'
import { type Times, timesOf } from './times.ts'

const PARTS = 10
const PIECES = 400
const AT_ONCE = 64
const CUSTOMERS = 1_000

export interface Sale {
  pieces: number
  /** Acknowledged: as many as there were pieces, or something is wrong. */
  sold: number
  oversold: number
  /** Were told that nothing is left. */
  refused: number
  soldPerSecond: number
  times: Times
}

/** A sale on ten parts: everybody books one piece of them at once, until long after all are sold. */
export async function holdSale(url: string, pool: pg.Pool): Promise<Sale> {
  const parts = await addParts(pool)
  const accounts = await addAccounts(pool, CUSTOMERS)
  const ms: number[] = []
  const pieces = PARTS * PIECES
  let [asked, refused, lastSoldAt] = [0, 0, 0]
  const began = performance.now()
  await inTurn(AT_ONCE, async () => {
    const n = asked++
    if (n >= pieces * 1.25) return false
    const question = {
      method: 'POST',
      url: `${url}/booking`,
      headers: {
        authorization: `Bearer ${accounts[n % CUSTOMERS]?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(bookingOf(parts[n % PARTS] as string, 1)),
    }
    const answer = await ask(question)
    if (answer.status === 201) {
      ms.push(answer.ms)
      lastSoldAt = performance.now()
    } else if (answer.said.includes('quantity_above_available')) refused += 1
    else throw new Error(sayFailed(question, answer))
    return true
  })
  const { rows } = await pool.query<{ promised: number }>(
    `select sum(greatest(reserved, (select sum(quantity) from order_lines where part_id = id)))::int
       as promised from parts where id = any ($1)`,
    [parts],
  )
  const promised = rows[0]?.promised ?? 0
  return {
    pieces,
    sold: ms.length,
    oversold: Math.max(0, ms.length - pieces, promised - pieces),
    refused,
    soldPerSecond: (ms.length * 1000) / (lastSoldAt - began),
    times: timesOf(ms),
  }
}

async function addParts(pool: pg.Pool): Promise<string[]> {
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
