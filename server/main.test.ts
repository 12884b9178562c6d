import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillDemo } from '../dev/sample-data/fill-demo.ts'
import { createTestDatabase } from '../tests/support/database/test-database.ts'
import { callIdentity } from '../tests/support/identity/sign-in.ts'
import { findFreePort } from '../tests/support/network/ports.ts'
import { createApiClient, fetchPages } from '../tests/support/shop/api-client.ts'
import { expectConsistentLedger } from '../tests/support/shop/ledger.ts'
import { addPart } from '../tests/support/shop/parts.ts'
import { testSettings } from '../tests/support/shop/settings.ts'
import { waitUntil } from '../tests/support/wait-until.ts'
import { readConfig } from './config.ts'
import { main } from './main.ts'
import { connect } from './platform/database/connections/connect.ts'

type Database = Awaited<ReturnType<typeof createTestDatabase>>

const ACCOUNTS = 'admin@freehub.test:sandbox-only,customer@freehub.test:sandbox-only'

const settingsFor = async ({ databaseUrl }: Database) => ({
  ...testSettings,
  DATABASE_URL: databaseUrl,
  DEMO_ACCOUNTS: ACCOUNTS,
  PORT: String(await findFreePort()),
})

const production = {
  NODE_ENV: 'production',
  PASSWORD_HASHING: '',
  DEMO_ACCOUNTS: '',
  PUBLIC_URL: 'https://shop.example',
  STRIPE_API_URL: 'https://api.stripe.com',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Freehub <orders@shop.example>',
}

const sandboxDatabase = await createTestDatabase()
const otherDatabase = await createTestDatabase()
await fillDemo(await settingsFor(sandboxDatabase))
afterAll(async () => {
  await sandboxDatabase.drop()
  await otherDatabase.drop()
})

test('serves the demo catalog and reviews, and signs in the demo accounts', async () => {
  const env = await settingsFor(sandboxDatabase)
  const shop = await main(env, { pages: false })
  const url = `http://127.0.0.1:${env.PORT}`
  const call = createApiClient(url)
  try {
    const pages = await fetchPages(call, '/parts')
    expect(pages.flatMap(({ body }) => body).length).toBe(
      Number(pages[0]?.headers.get('x-total-count')),
    )
    const [part] = pages[0]?.body ?? []
    expect((await call('GET', `/api/parts/${part._id}`)).body.sku).toMatch(/^FH-/)
    expect((await call('GET', '/reviews')).body.length).toBeGreaterThan(5)
    for (const { email, password } of readConfig(env).demoAccounts) {
      const response = await callIdentity({ url, call }, '/sign-in/email', { email, password })
      expect(response.status).toBe(200)
    }
  } finally {
    await shop.close()
  }
  const { db } = connect(sandboxDatabase.databaseUrl, () => {})
  await expectConsistentLedger({ db }).finally(() => db.destroy())
})

test('adds no sample data to a database that already has sample data', async () => {
  const { db } = connect(sandboxDatabase.databaseUrl, () => {})
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
  await fillDemo(await settingsFor(sandboxDatabase))
  expect(await counts()).toEqual(before)
  await db.destroy()
})

test('neither migrates a database that is not from the sandbox nor adds demo data to it', async () => {
  const { db } = connect(otherDatabase.databaseUrl, () => {})
  await addPart({ db })
  await withoutLastMigration(otherDatabase, async () => {
    await expect(fillDemo(await settingsFor(otherDatabase))).rejects.toThrow(
      'is not from the sandbox',
    )
  })
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await db.destroy()
})

/**
 * Deletes the record of the last migration. Requires that the record is still missing after `action`, and restores it.
 */
async function withoutLastMigration({ databaseUrl }: Database, action: () => Promise<void>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'delete from migrations where name = (select max(name) from migrations) returning name',
  )
  const migration = [rows[0]?.name]
  try {
    await action()
    const applied = await client.query('select from migrations where name = $1', migration)
    expect(applied.rows).toEqual([])
  } finally {
    await client.query(
      'insert into migrations (name) values ($1) on conflict do nothing',
      migration,
    )
    await client.end()
  }
}

test('adds no demo data in production', async () => {
  const env = { ...(await settingsFor(otherDatabase)), ...production }
  await expect(fillDemo(env)).rejects.toThrow('Demo data cannot be added in production')
})

test('in production, neither starts on a database with sandbox data nor migrates it', async () => {
  await withoutLastMigration(sandboxDatabase, async () => {
    const env = { ...(await settingsFor(sandboxDatabase)), ...production }
    await expect(main(env, { pages: false })).rejects.toThrow('holds sandbox data')
    const command = fileURLToPath(new URL('commands/shop.ts', import.meta.url))
    const run = promisify(execFile)(process.execPath, [command, 'migrate'], {
      env: { ...process.env, ...env },
    })
    await expect(run).rejects.toThrow('holds sandbox data')
  })
})

test('refuses to start in production, and does not migrate a database of another program', async () => {
  const client = new pg.Client({ connectionString: otherDatabase.databaseUrl })
  await client.connect()
  await client.query('alter table migrations rename to migrations_of_this_test')
  try {
    const env = { ...(await settingsFor(otherDatabase)), ...production }
    await expect(main(env, { pages: false })).rejects.toThrow('tables of another program')
    const { rows } = await client.query(`select to_regclass('migrations') as created`)
    expect(rows).toEqual([{ created: null }])
  } finally {
    await client.query('drop table if exists migrations')
    await client.query('alter table migrations_of_this_test rename to migrations')
    await client.end()
  }
})

test('reports a port that is in use', async () => {
  const env = await settingsFor(sandboxDatabase)
  const first = await main(env, { pages: false })
  try {
    await expect(main(env, { pages: false })).rejects.toThrow(
      `Port ${env.PORT} is in use: stop the program that uses it, or set PORT to another port.`,
    )
  } finally {
    await first.close()
  }
})

test('listens on the metrics port before it serves', async () => {
  const METRICS_PORT = String(await findFreePort())
  const env = { ...(await settingsFor(sandboxDatabase)), METRICS_PORT }
  const first = await main(env, { pages: false })
  try {
    await expect(main(env, { pages: false })).rejects.toThrow(
      `Port ${METRICS_PORT} is in use: stop the program that uses it, or set METRICS_PORT`,
    )
  } finally {
    await first.close()
  }
})

describe('a shop with MIGRATE=off', () => {
  let client: pg.Client
  const env = async () => ({
    ...(await settingsFor(otherDatabase)),
    MIGRATE: 'off',
    DEMO_ACCOUNTS: '',
  })

  beforeEach(async () => {
    client = new pg.Client({ connectionString: otherDatabase.databaseUrl })
    await client.connect()
    await client.query('alter table migrations rename to nothing_yet')
  })
  afterEach(async () => {
    await client.query('alter table if exists nothing_yet rename to migrations')
    await client.end()
  })

  async function waitUntilShopWaits() {
    await waitUntil('the shop waits', async () => {
      const { rows } = await client.query(
        "select from pg_stat_activity where application_name = 'freehub-wait' and datname = current_database()",
      )
      return rows.length > 0
    })
  }

  test('starts after the migration', async () => {
    const starting = main(await env(), { pages: false })
    await waitUntilShopWaits()
    await client.query('alter table nothing_yet rename to migrations')
    const shop = await starting
    await shop.close()
  })

  test('stops on SIGTERM while it waits for the migration', async () => {
    const program = fileURLToPath(new URL('main.ts', import.meta.url))
    const shop = spawn(process.execPath, [program], { env: { ...process.env, ...(await env()) } })
    await waitUntilShopWaits()
    shop.kill('SIGTERM')
    expect(await once(shop, 'exit')).toEqual([0, null])
  })
})
