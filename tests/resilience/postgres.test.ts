import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts'
import { addPeople } from '../support/shop/people.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts, isFull } from './counts.ts'
import { operations } from './operations.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'
import { type Scene, setScene } from './scene.ts'
import { sweep } from './sweep.ts'
import { checkTold, trade } from './trade.ts'
import { untilWhole } from './until-whole.ts'

takeTime()

const CUSTOMERS = 6

/**
 * Full runs only, and where the tests start PostgreSQL themselves. In `npm test`, a PostgreSQL that dies is
 * relaunched in dev/embedded-database/embedded.test.ts, every-step.test.ts cuts connections around commits,
 * and bad-days.test.ts takes the database away in the middle of trade.
 */
describe.runIf(isFull && !process.env.TEST_DATABASE_URL)('the database', () => {
  let postgres: OwnPostgres
  let shop: ShopProcess
  let scene: Scene

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    shop = await startShopProcess({ databaseUrl: postgres.databaseUrl })
    scene = await setScene(shop)
  })
  afterAll(async () => {
    await shop.close()
    await postgres.close()
  })

  /** Hurts it in the middle of a lively trade, which must go on within a minute. */
  async function hurtInTrade(hurt: () => Promise<unknown>) {
    const trading = trade(scene, await addPeople(shop, CUSTOMERS))
    const sold = (more: number) => {
      const enough = trading.told.placed.length + more
      return waitUntil('it is sold', () => trading.told.placed.length >= enough, WITHIN_A_MINUTE)
    }
    await sold(10)
    await hurt()
    await sold(CUSTOMERS + 1)
    await trading.stop()
    await checkTold(scene, trading.told)
    await untilWhole(shop)
  }

  test('killed at random moments, it has all that was acknowledged', async () => {
    await hurtInTrade(async () => {
      for (let kills = 0; kills < counts.postgresKills; kills += 1) {
        await wait(randomInt(300))
        await postgres.kill()
        await postgres.untilUp()
      }
    })
    await closeBooks(shop, counts.postgresKills)
  })

  test.each([
    'place an order',
    'cancel an order with an open payment',
    'settle a payment that is reported',
  ])('it is killed before and after each step: %s', async (name) => {
    const hits = await sweep({
      shop,
      prepare: () => (operations[name] as (typeof operations)[string])(scene),
      fault: () => postgres.kill(),
      recover: () => postgres.untilUp(),
      every: counts.everyStep,
    })
    expect(hits).toBeGreaterThan(1)
    await closeBooks(shop, hits)
  })

  test('it hangs for a while, and the shop goes on', async () => {
    await hurtInTrade(() => postgres.hang(counts.postgresAwayMs))
    await closeBooks(shop, 1)
  })

  test('it is shut down for a while, and the shop goes on', async () => {
    await hurtInTrade(() => postgres.shutDown(counts.postgresAwayMs))
    await closeBooks(shop, 1)
  })
})
