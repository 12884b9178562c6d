import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { placeOrder } from '@freehub/server/features/orders/place-order'
import { PreparingClient } from '@freehub/server/platform/database/prepared'
import type { Database } from '@freehub/server/platform/database/schema'
import { openJobs } from '@freehub/server/platform/jobs/jobs'
import { mailQueue } from '@freehub/server/platform/mail/queue-mail'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Account, addAccounts } from './accounts.ts'
import { type Comparison, median } from './reading.ts'

const CUSTOMERS = 8
const SECONDS = 4
const ROUNDS = 3
/** Each customer has an account of his own for every so many orders, as real ones would. */
const ACCOUNTS = 4000
/** So many that customers seldom wait for each other's part. */
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
 * Bookings per second of eight customers at once: over HTTP against the shop, and as the same
 * statements in a bare `pg` loop, in turns. The statements are those of one real booking, and
 * prepared where the shop prepares them.
 */
export async function compareBooking(shopUrl: string, databaseUrl: string): Promise<Comparison> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CUSTOMERS,
    Client: PreparingClient,
  })
  const accounts = await addAccounts(pool, ACCOUNTS)
  const nextPart = nextOf(await addParts(pool))
  const nextAccount = nextOf(accounts)
  const next = () => ({ account: nextAccount(), partId: nextPart() })
  const statements = await captureStatements(databaseUrl, next())
  const shop: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    shop.push(await rate(() => bookOverHttp(shopUrl, next())))
    bare.push(await rate(() => bookBare(pool, statements, next())))
  }
  await pool.end()
  return { what: 'POST /booking, 8 customers', shop: median(shop), bare: median(bare) }
}

async function rate(once: () => Promise<void>): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  let done = 0
  const customer = async () => {
    while (Date.now() < until) {
      await once()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CUSTOMERS }, customer))
  return done / SECONDS
}

async function bookOverHttp(shopUrl: string, { account, partId }: Booking) {
  const answer = await fetch(`${shopUrl}/booking`, {
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
  if (answer.status !== 201)
    throw new Error(`POST /booking: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Runs one booking and writes down what it says to the database. */
async function captureStatements(databaseUrl: string, { account, partId }: Booking) {
  const statements: Statement[] = []
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  const boss = openJobs(databaseUrl)
  await boss.start()
  const key = randomUUID()
  const placed = await placeOrder(
    {
      db,
      queueMail: mailQueue(boss),
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
  const own = statements.filter(({ text }) => !/^(begin|commit)/i.test(text))
  return withHoles(own, { key, orderId: placed.orderId, account, partId })
}

interface Fresh extends Booking {
  key: string
  orderId: string
}

/** The statements as a function of what differs from booking to booking. */
function withHoles(statements: Statement[], first: Fresh) {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  return (fresh: Fresh) =>
    statements.map(({ text, values }) => ({
      text,
      values: values.map((value) => {
        if (value === first.key) return fresh.key
        if (value === first.partId) return fresh.partId
        if (value === first.account.id) return fresh.account.id
        if (value === first.account.email) return fresh.account.email
        if (typeof value !== 'string') return value
        if (value.includes(first.orderId)) return value.replaceAll(first.orderId, fresh.orderId)
        return uuid.test(value) && value.startsWith('01') && isFreshId(text)
          ? randomUUIDv7()
          : value
      }),
    }))
}

const isFreshId = (text: string) => text.includes('order_events')

async function bookBare(
  pool: pg.Pool,
  statements: ReturnType<typeof withHoles>,
  booking: Booking,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const fresh = { ...booking, key: randomUUID(), orderId: randomUUIDv7() }
    for (const { text, values } of statements(fresh)) await client.query(text, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

function nextOf<T>(rows: T[]): () => T {
  let at = 0
  return () => rows[at++ % rows.length] as T
}

async function addParts(pool: pg.Pool): Promise<string[]> {
  const ids = Array.from({ length: PARTS }, () => randomUUIDv7())
  await pool.query(
    `insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
     select id, 'Bench', 'Bench', '/drawings/house/wheel.svg', 268, 1, 1000000000
     from unnest($1::uuid[]) as t (id)`,
    [ids],
  )
  return ids
}
