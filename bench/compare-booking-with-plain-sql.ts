import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { placeOrder } from '@freehub/server/features/orders/place-order'
import { PreparingClient } from '@freehub/server/platform/database/connections/client'
import type { Database } from '@freehub/server/platform/database/schema'
import { openJobQueue } from '@freehub/server/platform/jobs/job-queue'
import { createMailQueue } from '@freehub/server/platform/mail/queue-mail'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Account, createAccounts } from './accounts.ts'
import { type Comparison, measureAlternately, measureRate } from './compare-with-bare-server.ts'

const CUSTOMERS = 8
const SECONDS = 4
/** Number of accounts, so that each places few orders, as in a real shop. */
const ACCOUNTS = 4000
/** Number of parts, large enough that customers rarely wait for the same part's lock. */
const PARTS = 100

interface Booking {
  account: Account
  partId: string
}

interface Statement {
  text: string
  values: unknown[]
}

/**
 * Compares bookings per second of eight concurrent customers: over HTTP, and as the same SQL statements in a
 * plain `pg` loop. The statements are captured from one real booking and prepared as in the shop.
 */
export async function compareBookingWithPlainSql(
  shopUrl: string,
  databaseUrl: string,
): Promise<Comparison> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CUSTOMERS,
    Client: PreparingClient,
  })
  const accounts = await createAccounts(pool, ACCOUNTS)
  const nextPart = cycle(await createParts(pool))
  const nextAccount = cycle(accounts)
  const next = () => ({ account: nextAccount(), partId: nextPart() })
  const statements = await captureStatements(databaseUrl, next())
  const load = { clients: CUSTOMERS, seconds: SECONDS }
  const [shop, bare] = await measureAlternately(
    () => measureRate(load, () => bookOverHttp(shopUrl, next())),
    () => measureRate(load, () => bookBare(pool, statements, next())),
  )
  await pool.end()
  return { what: 'POST /booking, 8 customers', shop, bare }
}

async function bookOverHttp(shopUrl: string, { account, partId }: Booking) {
  const response = await fetch(`${shopUrl}/booking`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      productId: partId,
      quantity: 1,
      phone: '+49 40 5550 120',
      address: 'Hamburg',
    }),
  })
  if (response.status !== 201)
    throw new Error(`POST /booking: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

/** Runs one booking and captures its SQL statements. */
async function captureStatements(databaseUrl: string, { account, partId }: Booking) {
  const statements: Statement[] = []
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  const boss = openJobQueue(databaseUrl)
  await boss.start()
  const key = randomUUID()
  const placed = await placeOrder(
    {
      db,
      queueMail: createMailQueue(boss),
      config: {
        reservationHours: 72,
        unpaidOrdersMax: 1e6,
        unconfirmed: { unpaidOrdersMax: 1, reservationMinutes: 60, ordersPerDayMax: 5 },
        newCustomer: { unpaidCentsMax: 5_000_000, stockSharePercent: 50 },
      },
    },
    { ...account, role: 'customer', isStaff: false },
    { productId: partId, quantity: 1, phone: '+49 40 5550 120', address: 'Hamburg' },
    key,
  )
  if ('refused' in placed) throw new Error(placed.refused)
  await boss.stop({ graceful: false })
  await db.destroy()
  const withoutTransaction = statements.filter(({ text }) => !/^(begin|commit)/i.test(text))
  return createTemplate(withoutTransaction, { key, orderId: placed.orderId, account, partId })
}

interface BookingValues extends Booking {
  key: string
  orderId: string
}

/** Returns a function that fills the statements with the values of another booking. */
function createTemplate(statements: Statement[], first: BookingValues) {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  return (next: BookingValues) =>
    statements.map(({ text, values }) => ({
      text,
      values: values.map((value) => {
        if (value === first.key) return next.key
        if (value === first.partId) return next.partId
        if (value === first.account.id) return next.account.id
        if (value === first.account.email) return next.account.email
        if (typeof value !== 'string') return value
        if (value.includes(first.orderId)) return value.replaceAll(first.orderId, next.orderId)
        return uuid.test(value) && value.startsWith('01') && needsNewId(text)
          ? randomUUIDv7()
          : value
      }),
    }))
}

const needsNewId = (text: string) => text.includes('order_events')

async function bookBare(
  pool: pg.Pool,
  statements: ReturnType<typeof createTemplate>,
  booking: Booking,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const next = { ...booking, key: randomUUID(), orderId: randomUUIDv7() }
    for (const { text, values } of statements(next)) await client.query(text, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

function cycle<T>(rows: T[]): () => T {
  let index = 0
  return () => rows[index++ % rows.length] as T
}

async function createParts(pool: pg.Pool): Promise<string[]> {
  const ids = Array.from({ length: PARTS }, () => randomUUIDv7())
  await pool.query(
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
     select id, 'Bench', 'Bench', '/drawings/house/wheel.svg', 268, 1, 1000000000
     from unnest($1::uuid[]) as t (id)`,
    [ids],
  )
  return ids
}
