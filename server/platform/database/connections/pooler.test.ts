import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createFixture,
  type Fixture,
  runConcurrently,
} from '../../../../tests/resilience/fixture.ts'
import { operations } from '../../../../tests/resilience/operations.ts'
import { hasPgbouncer, startPgbouncer } from '../../../../tests/support/database/pgbouncer.ts'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { signIn } from '../../../../tests/support/identity/sign-in.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder } from '../../../../tests/support/shop/orders.ts'
import { applyImport, uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { IMPORT_LOCK } from '../advisory-lock-keys.ts'
import { migrate } from '../migrate/migrate.ts'
import { connect, connectOptionsFrom } from './connect.ts'
import { setRoleTimeouts } from './database-limits.ts'
import { openDirectConnection } from './direct-connection.ts'

/** Skipped without PgBouncer. `npm test` states why it is missing. */
describe.skipIf(!hasPgbouncer)('a shop behind PgBouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let shop: TestShop
  let fixture: Fixture

  beforeAll(async () => {
    pooler = await startPgbouncer(inject('templateDatabaseUrl'))
    const direct = await startTestShop({ sandbox: true, jobsEveryMs: 200 })
    shop = await direct.reopen(settingsOf(direct.databaseUrl))
    fixture = await createFixture(shop)
  })
  afterAll(async () => {
    try {
      await expectConsistentLedger(shop)
      await shop.close()
    } finally {
      await pooler.close()
    }
  })

  const settingsOf = (databaseUrl: string, more: object = {}) => ({
    DATABASE_URL: pooler.urlFor(databaseUrl),
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_PREPARED: 'off',
    ...more,
  })

  // Drawing an invoice takes longer than all other operations together.
  const quickOperations = Object.keys(operations).filter((name) => !name.includes('invoice'))

  test.each(quickOperations)('can %s', async (name) => {
    const operation = await operations[name]?.(fixture)
    await operation?.expectDone(await operation.send())
    await fixture.cards.clearFaults()
  })

  test('serves concurrent orders and payments of more customers than there are connections', async () => {
    const paid = await runConcurrently(12, 12, async () => {
      const { call } = await fixture.addCustomer()
      return placePaidOrder(call, fixture.cards, fixture.part)
    })
    const orders = fixture.db.selectFrom('orders').select('id').where('id', 'in', paid)
    expect(await orders.where('paid_at', 'is not', null).execute()).toHaveLength(12)
  })

  test('lets a user sign up, sign in and receive a mail', async () => {
    const email = 'pooled@dealer.example'
    const account = { email, password: 'long-enough-a-word', name: 'Ada' }
    const headers = { origin: shop.url }
    const signUp = await shop.call('POST', '/api/auth/sign-up/email', account, headers)
    expect(signUp.status).toBe(200)
    const signedIn = await signIn(shop, account)
    expect(signedIn.body.user.email).toBe(email)
    await waitUntil(
      'the mail is there',
      async () => (await getInbox(shop).mailsTo(email)).length > 0,
    )
  })

  test('applies an import and releases its lock', async () => {
    const list = `name,description,img,price,minimumOrder,availableQuantity
Pooled chain,Nickel-plated.,/a.svg,2.68,10,500`
    const { _id } = await uploadPartList(fixture.admin, list, shop.url)
    await applyImport(fixture.admin, _id)
    const { body } = await shop.call('GET', '/parts')
    expect(body.map(({ name }: { name: string }) => name)).toContain('Pooled chain')
    // A lock that stayed on a connection of the pooler would be held forever.
    await waitUntil('the lock is free', async () => {
      const { rows } = await sql`select from pg_locks where objid = ${IMPORT_LOCK}`.execute(shop.db)
      return rows.length === 0
    })
  })

  test('notifies another process of a change over a direct connection', async () => {
    const other = await buildApp(shop.config, { pages: false })
    try {
      const readAvailable = async () =>
        (await other.inject(`/parts/${fixture.part}`)).json().availableQuantity as number
      const before = await readAvailable()
      const { call } = await fixture.addCustomer()
      await placeOrder(call, fixture.part, 10)
      await waitUntil(
        'the other process shows the change',
        async () => (await readAvailable()) === before - 10,
      )
    } finally {
      await other.close()
    }
  })

  test('applies the timeouts and warns about older connections', async () => {
    const { databaseUrl, drop } = await createTestDatabase()
    const limits = { DATABASE_STATEMENT_SECONDS: '1', DATABASE_LOCK_SECONDS: '2' }
    const config = readConfig({ ...testSettings, ...settingsOf(databaseUrl, limits) })
    const oldConnection = new pg.Client({ connectionString: config.databaseUrl })
    const { db } = connect(config.databaseUrl, () => {}, {
      ...connectOptionsFrom(config),
      // The timeout of the server must end the statement before the client's.
      queryTimeoutMs: 60_000,
    })
    try {
      await oldConnection.connect()
      await oldConnection.query('select 1')
      const warning = await setRoleTimeouts(config)
      expect(warning).toMatch(/^The pooler has connections .* let it reconnect\./)
      expect(warning).toMatch(/alter role \w+ in database test_\w+ set lock_timeout = 2000/)
      await oldConnection.end()

      const client = await openDirectConnection(databaseUrl, 'freehub-test')
      // Like RECONNECT on the pooler's console.
      await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`)
      await waitUntil('the pooler has reconnected', async () => {
        return (await setRoleTimeouts(config).catch(() => 'not yet')) === undefined
      })
      await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '57014' })
      const query = "select current_setting('statement_timeout') as statement"
      // The timeouts do not apply to migrations.
      expect((await client.query(query)).rows).toEqual([{ statement: '0' }])
      await client.end()
      const { rows } = await sql`select current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
      expect(rows).toEqual([{ lock: '2s', idle: '15s' }])
    } finally {
      await db.destroy()
      await drop()
    }
  })

  test('reports an unavailable pooler', async () => {
    const unavailable = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nowhere' }
    const config = readConfig({ ...testSettings, ...settingsOf(shop.databaseUrl), ...unavailable })
    await expect(setRoleTimeouts(config)).rejects.toThrow(
      'Cannot connect to the PostgreSQL of DATABASE_URL at 127.0.0.1:1',
    )
  })

  test('names the setting for a direct connection if the migration runs through a pooler', async () => {
    await expect(migrate(pooler.urlFor(shop.databaseUrl))).rejects.toThrow(
      'set DATABASE_DIRECT_URL to the database itself',
    )
  })
})
