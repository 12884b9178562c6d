import { expect, test } from 'vitest'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { addUsers } from '../support/shop/users.ts'
import { createEvent, postEvent, signPayload } from '../support/shop/webhook-events.ts'
import {
  createFixture,
  extendTestTimeouts,
  finishScenario,
  isFull,
  waitUntilRecovered,
} from './fixture.ts'
import { expectOutcomesKept, startWorkload } from './workload.ts'

extendTestTimeouts()

const CUSTOMERS = 4
const ORDERS = isFull ? 12 : 4
/** Path of libfaketime, if `npm run test:resilience` has found it. */
const { FAKETIME_LIBRARY = '' } = process.env

const minutes = isFull ? [10, -10] : [10]

test.each(minutes)(
  'keeps the ledger consistent with a clock that is %i minutes off',
  async (offsetMinutes) => {
    await runWithClockOffset(offsetMinutes, { CLOCK_OFFSET_MS: String(offsetMinutes * 60_000) })
  },
)

if (FAKETIME_LIBRARY) {
  test.each(minutes)(
    'keeps the ledger consistent when libfaketime sets the clock %i minutes off',
    async (offsetMinutes) => {
      await runWithClockOffset(offsetMinutes, {
        LD_PRELOAD: FAKETIME_LIBRARY,
        FAKETIME: `${offsetMinutes > 0 ? '+' : ''}${offsetMinutes}m`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      })
    },
  )
}

/** Runs the workload on a shop whose clock differs from the clock of the card provider. */
async function runWithClockOffset(offsetMinutes: number, settings: Record<string, string>) {
  const shop = await startShopProcess({ settings })
  try {
    const fixture = await createFixture(shop)
    expect(await hasClockOffset(offsetMinutes, shop.url)).toBe(true)
    const workload = startWorkload(fixture, await addUsers(shop, CUSTOMERS))
    await workload.waitForOrders(ORDERS)
    await workload.stop()
    await expectOutcomesKept(fixture, workload.outcomes)
    await waitUntilRecovered(shop)
    await finishScenario(shop, workload.outcomes.placed.length)
  } finally {
    await shop.close()
  }
}

/**
 * Detects the offset. A shop whose clock is ahead refuses a new event as too old. A shop whose clock is behind
 * accepts an old event.
 */
async function hasClockOffset(offsetMinutes: number, url: string): Promise<boolean> {
  const payload = createEvent('customer.created', { object: 'customer', id: 'cus_1' })
  const timestamp = Math.floor(Date.now() / 1000) - (offsetMinutes > 0 ? 0 : 400)
  const { status } = await postEvent(url, payload, signPayload(payload, { timestamp }))
  return status === (offsetMinutes > 0 ? 400 : 200)
}
