import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { addUsers, type TestUser } from '../support/shop/users.ts'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  isFull,
  scale,
  waitUntilRecovered,
} from './fixture.ts'
import { expectOutcomesKept, startWorkload, stopDuringWorkload } from './workload.ts'

extendTestTimeouts()

const CUSTOMERS = 8
/** Orders to place before the first kill. */
const ORDERS_BEFORE_KILL = 40

/**
 * Full runs only. `npm test` kills a shop at its commit in every-step.test.ts, and kills and stops one
 * under load in server/workers/workers.test.ts.
 */
describe.runIf(isFull)('a shop that ends', () => {
  let shop: ShopProcess
  let fixture: Fixture
  let customers: TestUser[]

  beforeAll(async () => {
    shop = await startShopProcess()
    fixture = await createFixture(shop)
    customers = await addUsers(shop, CUSTOMERS)
  })
  afterAll(() => shop.close())

  test('keeps all acknowledged writes when it is killed under load', async () => {
    const workload = startWorkload(fixture, customers)
    await workload.waitForOrders(ORDERS_BEFORE_KILL)
    for (let kills = 0; kills < scale.randomKills; kills += 1) {
      await workload.waitForOrders(kills % 3)
      await shop.kill()
      await shop.start()
    }
    await workload.waitForOrders(CUSTOMERS + 1)
    await workload.stop()
    expect(await expectOutcomesKept(fixture, workload.outcomes)).toBeGreaterThan(ORDERS_BEFORE_KILL)
    await waitUntilRecovered(shop)
    await finishScenario(shop, scale.randomKills)
  })

  test('answers all pending requests before it stops', async () => {
    await stopDuringWorkload(shop, fixture, { customers: CUSTOMERS, orders: ORDERS_BEFORE_KILL })
    await shop.start()
    await waitUntilRecovered(shop)
    await finishScenario(shop, 1)
  })
})
