import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fillDemo } from '../dev/sample-data/fill-demo.ts'
import { createTestDatabase } from '../tests/support/database/database.ts'
import { askIdentity } from '../tests/support/identity/sign-in.ts'
import { freePort } from '../tests/support/network/ports.ts'
import { checkBooks } from '../tests/support/shop/books.ts'
import { callsOf, pagesOf } from '../tests/support/shop/calls.ts'
import { addPart } from '../tests/support/shop/parts.ts'
import { testSettings } from '../tests/support/shop/settings.ts'
import { waitUntil } from '../tests/support/wait-until.ts'
import { readConfig } from './config.ts'
import { main } from './main.ts'
import { connect } from './platform/database/connections/connect.ts'

type Database = Awaited<ReturnType<typeof createTestDatabase>>

let marked: Database
let foreign: Database

const ACCOUNTS = 'admin@freehub.test:sandbox-only,customer@freehub.test:sandbox-only'

const settingsFor = async ({ databaseUrl }: Database) => ({
  ...testSettings,
  DATABASE_URL: databaseUrl,
  DEMO_ACCOUNTS: ACCOUNTS,
  PORT: String(await freePort()),
})

const production = {
  NODE_ENV: 'production',
  PASSWORD_HASHING: '',
  DEMO_ACCOUNTS: '',
  PUBLIC_URL: 'https://shop.example',
  STRIPE_API_URL: 'https://api.stripe.com',
  SMTP_URL: 'smtp://mail.example:587',
}

beforeAll(async () => {
  marked = await createTestDatabase()
  foreign = await createTestDatabase()
  await fillDemo(await settingsFor(marked))
})
afterAll(async () => {
  await marked.drop()
  await foreign.drop()
})

test('a filled shop sells the catalogue, shows its reviews and lets its accounts in', async () => {
  const env = await settingsFor(marked)
  const shop = await main(env, { pages: false })
  const url = `http://127.0.0.1:${env.PORT}`
  const visit = callsOf(url)
  try {
    const pages = await pagesOf(visit, '/parts')
    expect(pages.flatMap(({ body }) => body).length).toBe(
      Number(pages[0]?.headers.get('x-total-count')),
    )
    const [part] = pages[0]?.body ?? []
    expect((await visit('GET', `/api/parts/${part._id}`)).body.sku).toMatch(/^FH-/)
    expect((await visit('GET', '/reviews')).body.length).toBeGreaterThan(5)
    for (const { email, password } of readConfig(env).demoAccounts) {
      const answer = await askIdentity({ url, visit }, '/sign-in/email', { email, password })
      expect(answer.status).toBe(200)
    }
  } finally {
    await shop.close()
  }
  const { db } = connect(marked.databaseUrl, () => {})
  await checkBooks({ db }).finally(() => db.destroy())
})

test('filling a second time adds nothing', async () => {
  const { db } = connect(marked.databaseUrl, () => {})
  const counts = () =>
    db
      .selectNoFrom((eb) => [
        eb.selectFrom('parts').select(eb.fn.countAll().as('n')).as('parts'),
        eb.selectFrom('reviews').select(eb.fn.countAll().as('n')).as('reviews'),
        eb.selectFrom('users').select(eb.fn.countAll().as('n')).as('users'),
        eb.selectFrom('stock_movements').select(eb.fn.countAll().as('n')).as('movements'),
      ])
      .execute()
  const before = await counts()
  await fillDemo(await settingsFor(marked))
  expect(await counts()).toEqual(before)
  await db.destroy()
})

test('somebody else’s database is never filled', async () => {
  const { db } = connect(foreign.databaseUrl, () => {})
  await addPart({ db })
  await expect(fillDemo(await settingsFor(foreign))).rejects.toThrow('is not the sandbox’s')
  const { rows } = { rows: await db.selectFrom('users').select('id').execute() }
  expect(rows).toEqual([])
  await db.destroy()
})

test('production is never filled with demo data', async () => {
  const env = { ...(await settingsFor(foreign)), ...production }
  await expect(fillDemo(env)).rejects.toThrow('Production is never filled')
})

test('production does not run on the data of the sandbox', async () => {
  const env = { ...(await settingsFor(marked)), ...production }
  await expect(main(env, { pages: false })).rejects.toThrow('holds the data of the sandbox')
})

test('a port that is taken is told in one sentence', async () => {
  const env = await settingsFor(marked)
  const first = await main(env, { pages: false })
  try {
    await expect(main(env, { pages: false })).rejects.toThrow(
      `Port ${env.PORT} is taken: stop what uses it, or set PORT to another.`,
    )
  } finally {
    await first.close()
  }
})

describe('a shop that leaves migrating to others', () => {
  let client: pg.Client
  const env = async () => ({ ...(await settingsFor(foreign)), MIGRATE: 'off', DEMO_ACCOUNTS: '' })

  beforeEach(async () => {
    client = new pg.Client({ connectionString: foreign.databaseUrl })
    await client.connect()
    await client.query('alter table migrations rename to nothing_yet')
  })
  afterEach(async () => {
    await client.query('alter table if exists nothing_yet rename to migrations')
    await client.end()
  })

  async function untilItWaits() {
    await waitUntil('it waits', async () => {
      const { rows } = await client.query(
        "select from pg_stat_activity where application_name = 'freehub-wait' and datname = current_database()",
      )
      return rows.length > 0
    })
  }

  test('serves once they have', async () => {
    const starts = main(await env(), { pages: false })
    await untilItWaits()
    await client.query('alter table nothing_yet rename to migrations')
    const shop = await starts
    await shop.close()
  })

  test('ends when it is asked to while it waits', async () => {
    const program = fileURLToPath(new URL('main.ts', import.meta.url))
    const shop = spawn(process.execPath, [program], { env: { ...process.env, ...(await env()) } })
    await untilItWaits()
    shop.kill('SIGTERM')
    expect(await once(shop, 'exit')).toEqual([0, null])
  })
})
