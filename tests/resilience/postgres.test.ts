import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DedicatedPostgres,
  startDedicatedPostgres,
} from '../support/database/dedicated-postgres.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { addUsers } from '../support/shop/users.ts'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  isFull,
  scale,
  waitUntilRecovered,
} from './fixture.ts'
import { injectFaults } from './inject-faults.ts'
import { operations } from './operations.ts'
import { expectOutcomesKept, startWorkload } from './workload.ts'

extendTestTimeouts()

const CUSTOMERS = 6

/**
 * Full runs only, and not with TEST_DATABASE_URL. In `npm test`, dev/embedded-database/embedded.test.ts kills
 * PostgreSQL, every-step.test.ts cuts connections around commits, and faults-under-load.test.ts freezes the
 * database under load.
 */
describe.runIf(isFull && !process.env.TEST_DATABASE_URL)('the database', () => {
  let postgres: DedicatedPostgres
  let shop: ShopProcess
  let fixture: Fixture

  beforeAll(async () => {
    postgres = await startDedicatedPostgres()
    shop = await startShopProcess({ databaseUrl: postgres.databaseUrl })
    fixture = await createFixture(shop)
  })
  afterAll(async () => {
    await shop.close()
    await postgres.close()
  })

  /** Injects a fault under load. Expects that the workload continues within a minute. */
  async function expectWorkloadSurvives(
    injectFault: (waitForOrders: (count: number) => Promise<unknown>) => Promise<unknown>,
  ) {
    const workload = startWorkload(fixture, await addUsers(shop, CUSTOMERS))
    const { waitForOrders } = workload
    await waitForOrders(10)
    await injectFault(waitForOrders)
    await waitForOrders(CUSTOMERS + 1)
    await workload.stop()
    await expectOutcomesKept(fixture, workload.outcomes)
    await waitUntilRecovered(shop)
  }

  test('keeps all acknowledged writes when it is killed under load', async () => {
    await expectWorkloadSurvives(async (waitForOrders) => {
      for (let kills = 0; kills < scale.postgresKills; kills += 1) {
        await waitForOrders(kills % 3)
        await postgres.kill()
        await postgres.waitUntilUp()
      }
    })
    await finishScenario(shop, scale.postgresKills)
  })

  test.each([
    'place an order',
    'cancel an order with an open payment',
    'settle a payment reported by the browser',
  ])('completes an operation when it is killed before or after a step: %s', async (name) => {
    const hits = await injectFaults({
      shop,
      prepare: () => (operations[name] as (typeof operations)[string])(fixture),
      fault: () => postgres.kill(),
      recover: () => postgres.waitUntilUp(),
      everyStep: scale.everyStep,
    })
    expect(hits).toBeGreaterThan(1)
    await finishScenario(shop, hits)
  })

  test('recovers from a hanging process without a restart of the shop', async () => {
    await expectWorkloadSurvives(() => postgres.freezeFor(scale.postgresOutageMs))
    await finishScenario(shop, 1)
  })

  test('recovers from a shutdown without a restart of the shop', async () => {
    await expectWorkloadSurvives(() => postgres.shutDownFor(scale.postgresOutageMs))
    await finishScenario(shop, 1)
  })
})
