import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardsOf } from '../support/shop/cards.ts'
import { beginPayment, placeOrder } from '../support/shop/orders.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts } from './counts.ts'
import { inCompany } from './in-company.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'
import { type Scene, setScene } from './scene.ts'

takeTime()

let shop: TestShop
let scene: Scene

beforeAll(async () => {
  // The full run waits as long as a real shop does.
  shop = await startTestShop({
    sandbox: true,
    roundsEveryMs: counts.waitsForReal ? 30_000 : 100,
  })
  scene = await setScene(shop)
  await cardsOf(shop).set({ holdWebhooks: true })
})
afterAll(() => shop.close())

test('a browser that is gone after the charge, and a webhook that is lost, leave a paid order within a minute', async () => {
  const paid = await inCompany(counts.browsersGone, 10, async () => {
    const { call } = await scene.newCustomer()
    const id = await placeOrder(call, scene.part)
    const charged = await scene.cards.pay(await beginPayment(call, id))
    expect(charged.status).toBe('succeeded')
    return id
  })
  if (!counts.waitsForReal) {
    await sql`update payment_intents set next_check_at = now()`.execute(shop.db)
  }
  await waitUntil('all are paid', () => areAllPaid(paid), WITHIN_A_MINUTE)
  await closeBooks(shop, counts.browsersGone)
})

async function areAllPaid(ids: string[]): Promise<boolean> {
  const { rows } = await sql`select id from orders
    where id = any(${ids}) and paid_at is null`.execute(shop.db)
  return rows.length === 0
}
