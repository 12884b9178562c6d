import { expect, test } from 'vitest'
import { createEvent, postEvent, signPayload } from '../support/shop/events.ts'
import { addUsers } from '../support/shop/users.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import {
  createFixture,
  extendTestTimeouts,
  finishScenario,
  isFull,
  waitUntilRecovered,
} from './fixture.ts'
import { expectOutcomesKept, startTrade } from './trade.ts'

extendTestTimeouts()

const CUSTOMERS = 4
const ORDERS = isFull ? 12 : 4
/** Path of libfaketime, if `npm run test:resilience` has found it. */
const { FAKETIME_LIBRARY = '' } = process.env

const minutes = isFull ? [10, -10] : [10]

test.each(minutes)(
  'keeps the ledger consistent with a clock that is %i minutes off',
  async (offsetMinutes) => {
    await tradeWithClockOffset(offsetMinutes, { CLOCK_OFFSET_MS: String(offsetMinutes * 60_000) })
  },
)

if (FAKETIME_LIBRARY) {
  test.each(minutes)(
    'keeps the ledger consistent when libfaketime sets the clock %i minutes off',
    async (offsetMinutes) => {
      await tradeWithClockOffset(offsetMinutes, {
        LD_PRELOAD: FAKETIME_LIBRARY,
        FAKETIME: `${offsetMinutes > 0 ? '+' : ''}${offsetMinutes}m`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      })
    },
  )
}

/** Trades in a shop whose clock differs from the clock of the card provider. */
async function tradeWithClockOffset(offsetMinutes: number, settings: Record<string, string>) {
  const shop = await startShopProcess({ settings })
  try {
    const fixture = await createFixture(shop)
    expect(await hasClockOffset(offsetMinutes, shop.url)).toBe(true)
    const trading = startTrade(fixture, await addUsers(shop, CUSTOMERS))
    await trading.waitForOrders(ORDERS)
    await trading.stop()
    await expectOutcomesKept(fixture, trading.outcomes)
    await waitUntilRecovered(shop)
    await finishScenario(shop, trading.outcomes.placed.length)
  } finally {
    await shop.close()
  }
}

/** Detects the offset: a shop ahead rejects a new event as too old; a shop behind accepts an old one. */
async function hasClockOffset(offsetMinutes: number, url: string): Promise<boolean> {
  const payload = createEvent('customer.created', { object: 'customer', id: 'cus_1' })
  const timestamp = Math.floor(Date.now() / 1000) - (offsetMinutes > 0 ? 0 : 400)
  const { status } = await postEvent(url, payload, signPayload(payload, { timestamp }))
  return status === (offsetMinutes > 0 ? 400 : 200)
}
