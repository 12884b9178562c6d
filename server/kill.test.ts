import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from './database/connect.ts'
import { checkBooks } from './testing/books.ts'
import { createTestDatabase } from './testing/database.ts'
import { bookingOf } from './testing/orders.ts'
import { addPart, stockOf } from './testing/parts.ts'
import { addPeople, type Person } from './testing/people.ts'
import { freePort } from './testing/ports.ts'
import { testSettings } from './testing/settings.ts'
import { waitUntil } from './testing/wait-until.ts'

const CUSTOMERS = 8
/** So many orders are acknowledged before the shop is ended. */
const ENOUGH = 60

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
const running = new Set<ChildProcess>()

beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.databaseUrl, () => {}).db
})
afterAll(async () => {
  for (const shop of running) shop.kill('SIGKILL')
  await db.destroy()
  await database.drop()
})

async function startShop(port: number): Promise<ChildProcess> {
  const shop = fork(new URL('./testing/run-shop.ts', import.meta.url), {
    env: {
      ...process.env,
      ...testSettings,
      PORT: String(port),
      DATABASE_URL: database.databaseUrl,
      UNPAID_ORDERS_MAX: '100000',
    },
  })
  running.add(shop)
  shop.once('exit', () => running.delete(shop))
  const [first] = await Promise.race([once(shop, 'message'), once(shop, 'exit')])
  expect(first).toBe('serving')
  return shop
}

interface Attempt {
  customer: Person
  key: string
  orderId?: string
}

/** Books again and again, until the shop is gone. */
async function bookOn(customer: Person, part: string, attempts: Attempt[]) {
  for (;;) {
    const attempt: Attempt = { customer, key: randomUUID() }
    attempts.push(attempt)
    try {
      attempt.orderId = await bookUnder(attempt, part)
    } catch {
      return
    }
  }
}

async function bookUnder({ customer, key }: Attempt, part: string): Promise<string> {
  const headers = { 'idempotency-key': key }
  const { status, body } = await customer.call('POST', '/booking', bookingOf(part, 10), headers)
  expect(status).toBe(201)
  return body.result.insertedId
}

const ordersThere = async () =>
  new Set((await db.selectFrom('orders').select('id').execute()).map(({ id }) => id))

test('a shop that is killed in the middle of bookings has every order it acknowledged', async () => {
  const port = await freePort()
  const shop = await startShop(port)
  const customers = await addPeople({ db, url: `http://127.0.0.1:${port}` }, CUSTOMERS)
  const part = await addPart({ db }, { stock: 1_000_000 })
  const attempts: Attempt[] = []
  const acknowledged = () => attempts.filter(({ orderId }) => orderId !== undefined)

  const booking = customers.map((customer) => bookOn(customer, part, attempts))
  await waitUntil('many are booked', () => acknowledged().length >= ENOUGH)
  shop.kill('SIGKILL')
  await Promise.all([...booking, once(shop, 'exit')])

  const there = await ordersThere()
  for (const { orderId } of acknowledged()) expect(there).toContain(orderId)
  expect(there.size - acknowledged().length).toBeLessThanOrEqual(CUSTOMERS)
  expect((await stockOf({ db }, part)).reserved).toBe(there.size * 10)
  await checkBooks({ db })

  await startShop(port)
  for (const { orderId, customer } of acknowledged().slice(-10)) {
    expect((await customer.call('GET', `/booking/${orderId}`)).body.status).toBe('Pending')
  }

  // Who repeats what was never answered has one order of it, whether it had been written or not.
  const unanswered = attempts.filter(({ orderId }) => orderId === undefined)
  expect(unanswered.length).toBeGreaterThan(0)
  const repeated = await Promise.all(unanswered.map((attempt) => bookUnder(attempt, part)))
  expect(new Set(repeated).size).toBe(unanswered.length)
  expect(await ordersThere()).toEqual(
    new Set([...acknowledged().map(({ orderId }) => orderId), ...repeated]),
  )
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from pgboss.job where name = 'mail'`.execute(db)
  expect(rows).toEqual([{ mails: attempts.length }])
  await checkBooks({ db })
})

test('a shop that is told to end lets the bookings under way end first', async () => {
  const port = await freePort()
  const shop = await startShop(port)
  const customers = await addPeople({ db, url: `http://127.0.0.1:${port}` }, CUSTOMERS)
  const part = await addPart({ db }, { stock: 1_000_000 })
  const attempts: Attempt[] = []
  const booking = customers.map((customer) => bookOn(customer, part, attempts))
  const done = () => attempts.filter(({ orderId }) => orderId !== undefined).length
  await waitUntil('many are booked', () => done() >= ENOUGH)
  shop.kill('SIGTERM')
  const [code] = await once(shop, 'exit')
  await Promise.all(booking)
  expect(code).toBe(0)
  expect((await stockOf({ db }, part)).reserved).toBe(done() * 10)
  await checkBooks({ db })
})
