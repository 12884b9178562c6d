import { expect } from 'vitest'
import { addPeople } from '../support/shop/people.ts'
import type { ShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { WITHIN_A_MINUTE } from './patience.ts'
import type { Scene } from './scene.ts'
import { trade } from './trade.ts'

/**
 * Tells a shop to end once new customers have placed so many orders: every order that is written was
 * answered, and the other way about.
 */
export async function endWhileTrading(
  shop: ShopProcess,
  scene: Scene,
  { customers, orders }: { customers: number; orders: number },
): Promise<void> {
  const people = await addPeople(shop, customers)
  const trading = trade(scene, people)
  await waitUntil('much is sold', () => trading.told.placed.length >= orders, WITHIN_A_MINUTE)
  const stopped = trading.stop()
  expect(await shop.end()).toBe(0)
  await stopped
  const written = await shop.db
    .selectFrom('orders')
    .select('id')
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  expect(written).toHaveLength(trading.told.placed.length)
}
