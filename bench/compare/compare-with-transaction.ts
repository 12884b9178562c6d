import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type HttpClient, openClients } from '../http-client.ts'
import { openPool } from '../open-pool.ts'
import { createUsers } from '../users.ts'
import { type Comparison, measureAlternately, measureRate } from './compare-with-bare-server.ts'

export const BOOKINGS = 'POST /booking, 8 customers'
const CUSTOMERS = 8
const SECONDS = 1
/** Enough seconds that V8 has optimized the shop's code and the rate no longer rises. */
const WARM_UP_SECONDS = 12
/** Enough users that each places only few orders, as in a real shop. */
const USERS = 4000
/** Enough parts that customers rarely wait for the lock of the same part. */
const PARTS = 100

const POLL_MS = 50

/** The tables of the smallest transaction, without foreign keys and additional indexes. */
const TABLES = `
  drop table if exists bench_parts, bench_orders, bench_lines;
  create table bench_parts (id uuid primary key, unit_price_cents integer, on_hand integer, reserved integer);
  create table bench_orders (
    id uuid primary key, user_id uuid, total_cents integer, placed_at timestamptz default now());
  create table bench_lines (order_id uuid, line integer, part_id uuid, quantity integer,
    unit_price_cents integer, primary key (order_id, line))`

/** The smallest transaction that claims stock and writes an order and its line. */
const SMALLEST_ORDER = `
  with claimed as (
    update bench_parts set reserved = reserved + 1 where id = $1 and on_hand - reserved >= 1
    returning unit_price_cents
  ), placed as (
    insert into bench_orders (id, user_id, total_cents) select $2, $3, unit_price_cents from claimed
    returning id
  )
  insert into bench_lines (order_id, line, part_id, quantity, unit_price_cents)
  select id, 1, $1, 1, unit_price_cents from placed, claimed`

/** Functions that place orders for a second and return the orders per second. */
interface Bookings extends AsyncDisposable {
  /** Eight concurrent customers place orders over HTTP. */
  measureShop(): Promise<number>
  /** Eight connections to the same database run the smallest transaction. */
  measureBare(): Promise<number>
}

/** Compares orders per second of a shop with the smallest transaction. */
export async function compareWithTransaction(
  shopUrl: string,
  databaseUrl: string,
): Promise<Comparison> {
  await using bookings = await openBookings(shopUrl, databaseUrl)
  // Without `await`, the pool would close before the comparison.
  return await compareBookings(bookings)
}

/** Compares orders per second in alternating rounds. */
export async function compareBookings({ measureBare, measureShop }: Bookings): Promise<Comparison> {
  const [bare, shop, ratio] = await measureAlternately(measureBare, measureShop)
  return { name: BOOKINGS, shop, bare, ratio }
}

/** Adds customers and parts, and warms the shop up. */
export async function openBookings(shopUrl: string, databaseUrl: string): Promise<Bookings> {
  const pool = openPool(databaseUrl, CUSTOMERS)
  const users = await createUsers(pool, USERS)
  const partIds = await createParts(pool)
  let n = 0
  const next = () => {
    const index = n++
    return {
      user: users[index % USERS] as (typeof users)[number],
      partId: partIds[index % PARTS] as string,
    }
  }
  const book = async (client: HttpClient) => {
    const { user, partId } = next()
    const order = { productId: partId, quantity: 1, phone: '+49 40 5550 120', address: 'Hamburg' }
    const headers = { 'idempotency-key': randomUUID() }
    const { status, text } = await client.send('POST', '/booking', user.token, order, headers)
    if (status !== 201) throw new Error(`POST /booking: ${status} ${text}`)
  }
  const claim = () => {
    const { user, partId } = next()
    const values = [partId, randomUUIDv7(), user.id]
    return pool.query({ name: 'smallest order', text: SMALLEST_ORDER, values })
  }
  // Each round has new connections, because the shop closes idle ones.
  const measureShop = async (seconds = SECONDS) => {
    const clients = await openClients(shopUrl, CUSTOMERS)
    const idle = [...clients]
    const rate = await measureRate({ clients: CUSTOMERS, seconds }, async () => {
      const client = idle.pop() as HttpClient
      await book(client)
      idle.push(client)
    })
    for (const client of clients) client.close()
    await waitForOutbox(pool)
    return rate
  }
  await measureShop(WARM_UP_SECONDS)
  // No measured booking is a user's first call: customers visit pages before they book.
  while (n < USERS) await measureShop()
  return {
    measureShop,
    measureBare: () => measureRate({ clients: CUSTOMERS, seconds: SECONDS }, claim),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Waits until the shop has sent its outbox, because this work would slow the next round, which may be another shop's. */
async function waitForOutbox(pool: pg.Pool): Promise<void> {
  // Older commits have no outbox.
  const { rows } = await pool.query(`select to_regclass('order_outbox') as name`)
  if (rows[0].name === null) return
  while ((await pool.query('select from order_outbox limit 1')).rowCount) await wait(POLL_MS)
}

async function createParts(pool: pg.Pool): Promise<string[]> {
  const ids = Array.from({ length: PARTS }, () => randomUUIDv7())
  await pool.query(
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
     select id, 'Bench', 'Bench', '/drawings/house/wheel.svg', 268, 1, 1000000000
     from unnest($1::uuid[]) as t (id)`,
    [ids],
  )
  await pool.query(TABLES)
  await pool.query(
    `insert into bench_parts select id, unit_price_cents, on_hand, 0 from parts where id = any ($1)`,
    [ids],
  )
  return ids
}
