import { expect } from 'vitest'
import { addPeople } from '../support/shop/people.ts'
import type { ShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import type { Fixture } from './fixture.ts'
import { RECOVERY_TIMEOUT_MS } from './timeouts.ts'
import { startTrade } from './trade.ts'

/**
 * Sends SIGTERM to a shop after new customers have placed `orders` orders. Expects that stored and
 * acknowledged orders are the same.
 */
export async function stopDuringTrade(
  shop: ShopProcess,
  fixture: Fixture,
  { customers, orders }: { customers: number; orders: number },
): Promise<void> {
  const buyers = await addPeople(shop, customers)
  const trading = startTrade(fixture, buyers)
  await waitUntil(
    'enough orders are placed',
    () => trading.outcomes.placed.length >= orders,
    RECOVERY_TIMEOUT_MS,
  )
  const stopped = trading.stop()
  expect(await shop.stop()).toBe(0)
  await stopped
  const written = await shop.db
    .selectFrom('orders')
    .select('id')
    .where(
      'user_id',
      'in',
      buyers.map(({ id }) => id),
    )
    .execute()
  expect(written).toHaveLength(trading.outcomes.placed.length)
}
