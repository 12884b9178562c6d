import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPeople, type Person } from '../support/shop/people.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts, isFull } from './counts.ts'
import { endWhileTrading } from './end-while-trading.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'
import { type Scene, setScene } from './scene.ts'
import { checkTold, trade } from './trade.ts'
import { untilWhole } from './until-whole.ts'

takeTime()

const CUSTOMERS = 8
/** So many things are acknowledged before anything is hurt. */
const ENOUGH = 40

/**
 * Full runs only. `npm test` kills a shop at its commit in every-step.test.ts; it kills one in the
 * middle of trade and asks one to end there in server/workers/workers.test.ts.
 */
describe.runIf(isFull)('a shop that is killed', () => {
  let shop: ShopProcess
  let scene: Scene
  let customers: Person[]

  beforeAll(async () => {
    shop = await startShopProcess()
    scene = await setScene(shop)
    customers = await addPeople(shop, CUSTOMERS)
  })
  afterAll(() => shop.close())

  test('a shop that is killed in the middle of a lively trade has all that it acknowledged', async () => {
    const trading = trade(scene, customers)
    await waitUntil('much is sold', () => trading.told.placed.length >= ENOUGH, WITHIN_A_MINUTE)
    for (let kills = 0; kills < counts.randomKills; kills += 1) {
      await wait(randomInt(300))
      await shop.kill()
      await shop.start()
    }
    const before = trading.told.placed.length
    await waitUntil(
      'it is sold again',
      () => trading.told.placed.length > before + CUSTOMERS,
      WITHIN_A_MINUTE,
    )
    await trading.stop()
    expect(await checkTold(scene, trading.told)).toBeGreaterThan(ENOUGH)
    await untilWhole(shop)
    await closeBooks(shop, counts.randomKills)
  })

  test('a shop that is told to end answers all that is under way first', async () => {
    await endWhileTrading(shop, scene, { customers: CUSTOMERS, orders: ENOUGH })
    await shop.start()
    await untilWhole(shop)
    await closeBooks(shop, 1)
  })
})
