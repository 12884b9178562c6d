import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUsers, type TestUser } from '../support/shop/users.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import {
  counts,
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  isFull,
  waitUntilRecovered,
} from './fixture.ts'
import { expectOutcomesKept, startTrade, stopDuringTrade } from './trade.ts'

extendTestTimeouts()

const CUSTOMERS = 8
/** Orders to place before the first kill. */
const ORDERS_BEFORE_KILL = 40

/**
 * Full runs only. `npm test` kills a shop at its commit in every-step.test.ts, and kills and stops one
 * during trade in server/workers/workers.test.ts.
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

  test('keeps all acknowledged outcomes when it is killed during trade', async () => {
    const trading = startTrade(fixture, customers)
    await trading.waitForOrders(ORDERS_BEFORE_KILL)
    for (let kills = 0; kills < counts.randomKills; kills += 1) {
      await trading.waitForOrders(kills % 3)
      await shop.kill()
      await shop.start()
    }
    await trading.waitForOrders(CUSTOMERS + 1)
    await trading.stop()
    expect(await expectOutcomesKept(fixture, trading.outcomes)).toBeGreaterThan(ORDERS_BEFORE_KILL)
    await waitUntilRecovered(shop)
    await finishScenario(shop, counts.randomKills)
  })

  test('answers all pending requests before it stops', async () => {
    await stopDuringTrade(shop, fixture, { customers: CUSTOMERS, orders: ORDERS_BEFORE_KILL })
    await shop.start()
    await waitUntilRecovered(shop)
    await finishScenario(shop, 1)
  })
})
