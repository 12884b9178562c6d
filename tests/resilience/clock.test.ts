import { expect, test } from 'vitest'
import { eventOf, postEvent, signed } from '../support/shop/events.ts'
import { addPeople } from '../support/shop/people.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { isFull } from './counts.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'
import { setScene } from './scene.ts'
import { checkTold, trade } from './trade.ts'
import { untilWhole } from './until-whole.ts'

takeTime()

const CUSTOMERS = 4
const ENOUGH = isFull ? 12 : 4
/** Where `npm run test:hurt` has found libfaketime. */
const { FAKETIME_LIBRARY = '' } = process.env

const minutes = isFull ? [10, -10] : [10]

test.each(minutes)('a shop whose clock is %i minutes off keeps its books', async (off) => {
  await tradeIn(off, { CLOCK_OFF_MS: String(off * 60_000) })
})

if (FAKETIME_LIBRARY) {
  test.each(minutes)('a shop that libfaketime sets %i minutes off keeps its books', async (off) => {
    await tradeIn(off, {
      LD_PRELOAD: FAKETIME_LIBRARY,
      FAKETIME: `${off > 0 ? '+' : ''}${off}m`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
  })
}

/** A lively trade, in which the provider's word is too old or too young for the shop's clock. */
async function tradeIn(off: number, settings: Record<string, string>) {
  const shop = await startShopProcess({ settings })
  try {
    const scene = await setScene(shop)
    expect(await believesToBe(off, shop.url)).toBe(true)
    const trading = trade(scene, await addPeople(shop, CUSTOMERS))
    await waitUntil('much is sold', () => trading.told.placed.length >= ENOUGH, WITHIN_A_MINUTE)
    await trading.stop()
    await checkTold(scene, trading.told)
    await untilWhole(shop)
    await closeBooks(shop, trading.told.placed.length)
  } finally {
    await shop.close()
  }
}

/** By its clock, an event of just now is too old, or an old one still young. */
async function believesToBe(off: number, url: string): Promise<boolean> {
  const payload = eventOf('customer.created', { object: 'customer', id: 'cus_1' })
  const told = Math.floor(Date.now() / 1000) - (off > 0 ? 0 : 400)
  const { status } = await postEvent(url, payload, signed(payload, { timestamp: told }))
  return status === (off > 0 ? 400 : 200)
}
