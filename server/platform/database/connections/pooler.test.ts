import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { inCompany } from '../../../../tests/resilience/in-company.ts'
import { operations } from '../../../../tests/resilience/operations.ts'
import { type Scene, setScene } from '../../../../tests/resilience/scene.ts'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import {
  hasPgbouncer,
  type Pgbouncer,
  startPgbouncer,
} from '../../../../tests/support/database/pgbouncer.ts'
import { signIn } from '../../../../tests/support/identity/sign-in.ts'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { applyList, sendList } from '../../../../tests/support/shop/imports.ts'
import { inboxOf } from '../../../../tests/support/shop/inbox.ts'
import { placeOrder, placePaidOrder } from '../../../../tests/support/shop/orders.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { IMPORT_LOCK } from '../locks.ts'
import { migrate } from '../migrate/migrate.ts'
import { connect, wayOf } from './connect.ts'
import { holdLimits } from './hold-limits.ts'
import { openSession } from './session.ts'

/** Where there is no PgBouncer all of these are skipped: `npm test` says why there is none. */
describe.skipIf(!hasPgbouncer)('behind PgBouncer in transaction mode', () => {
  let pooler: Pgbouncer
  let shop: TestShop
  let scene: Scene

  beforeAll(async () => {
    pooler = await startPgbouncer(inject('templateDatabaseUrl'))
    const direct = await startTestShop({ sandbox: true, roundsEveryMs: 200 })
    shop = await direct.reopen(settingsOf(direct.databaseUrl))
    scene = await setScene(shop)
  })
  afterAll(async () => {
    try {
      await checkBooks(shop)
      await shop.close()
    } finally {
      await pooler.close()
    }
  })

  const settingsOf = (databaseUrl: string, more: object = {}) => ({
    DATABASE_URL: pooler.urlOf(databaseUrl),
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_PREPARED: 'off',
    ...more,
  })

  // A paper takes longer to draw than all the others take.
  const quick = Object.keys(operations).filter((name) => !name.includes('invoice'))

  test.each(quick)('one can %s', async (name) => {
    const asked = await operations[name]?.(scene)
    await asked?.done(await asked.ask())
    await scene.cards.unset()
  })

  test('many more customers than connections buy and pay at the same time', async () => {
    const paid = await inCompany(12, 12, async () => {
      const { call } = await scene.newCustomer()
      return placePaidOrder(call, scene.cards, scene.part)
    })
    const orders = scene.db.selectFrom('orders').select('id').where('id', 'in', paid)
    expect(await orders.where('paid_at', 'is not', null).execute()).toHaveLength(12)
  })

  test('a user signs up, signs in and receives a mail', async () => {
    const email = 'pooled@dealer.example'
    const person = { email, password: 'long-enough-a-word', name: 'Ada' }
    const headers = { origin: shop.url }
    const up = await shop.visit('POST', '/api/auth/sign-up/email', person, headers)
    expect(up.status).toBe(200)
    const signedIn = await signIn(shop, person)
    expect(signedIn.body.user.email).toBe(email)
    await waitUntil('the mail is there', async () => (await inboxOf(shop).to(email)).length > 0)
  })

  test('a list of parts is read in, and nobody else works on it meanwhile', async () => {
    const list = `name,description,img,price,minimumOrder,availableQuantity
Pooled chain,Nickel-plated.,/a.svg,2.68,10,500`
    const { _id } = await sendList(scene.admin, list, shop.url)
    await applyList(scene.admin, _id)
    const { body } = await shop.visit('GET', '/parts')
    expect(body.map(({ name }: { name: string }) => name)).toContain('Pooled chain')
    // A lock that stayed on one of the pooler's connections would be held for ever.
    await waitUntil('nobody holds the lock', async () => {
      const { rows } = await sql`select from pg_locks where objid = ${IMPORT_LOCK}`.execute(shop.db)
      return rows.length === 0
    })
  })

  test('another process hears of a change, for it listens past the pooler', async () => {
    const other = await buildApp(shop.config, { pages: false })
    try {
      const left = async () =>
        (await other.inject(`/parts/${scene.part}`)).json().availableQuantity as number
      const before = await left()
      const { call } = await scene.newCustomer()
      await placeOrder(call, scene.part, 10)
      await waitUntil('the other process says so', async () => (await left()) === before - 10)
    } finally {
      await other.close()
    }
  })

  test('limits of time hold, and connections from before them are told of', async () => {
    const { databaseUrl, drop } = await createTestDatabase()
    const limits = { DATABASE_STATEMENT_SECONDS: '1', DATABASE_LOCK_SECONDS: '2' }
    const config = readConfig({ ...testSettings, ...settingsOf(databaseUrl, limits) })
    const before = new pg.Client({ connectionString: config.databaseUrl })
    const { db } = connect(config.databaseUrl, () => {}, wayOf(config))
    try {
      await before.connect()
      await before.query('select 1')
      const said = await holdLimits(config)
      expect(said).toMatch(/^The pooler has connections .* let it reconnect\./)
      expect(said).toMatch(/alter role "\w+" in database "test_\w+" set lock_timeout = 2000/)
      await before.end()

      const session = await openSession(databaseUrl, 'freehub-test')
      // As RECONNECT does on the pooler's console.
      await session.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`)
      await waitUntil('the pooler has reconnected', async () => {
        return (await holdLimits(config).catch(() => 'not yet')) === undefined
      })
      await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '57014' })
      const asked = "select current_setting('statement_timeout') as statement"
      // Nobody is held to them who migrates.
      expect((await session.query(asked)).rows).toEqual([{ statement: '0' }])
      await session.end()
      const { rows } = await sql`select current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
      expect(rows).toEqual([{ lock: '2s', idle: '15s' }])
    } finally {
      await db.destroy()
      await drop()
    }
  })

  test('a pooler that is away is told of', async () => {
    const away = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nowhere' }
    const config = readConfig({ ...testSettings, ...settingsOf(shop.databaseUrl), ...away })
    await expect(holdLimits(config)).rejects.toThrow(
      'The PostgreSQL of DATABASE_URL, at 127.0.0.1:1,',
    )
  })

  test('who migrates through a pooler is told which setting leads past it', async () => {
    await expect(migrate(pooler.urlOf(shop.databaseUrl))).rejects.toThrow(
      'set DATABASE_DIRECT_URL to the database itself',
    )
  })
})
