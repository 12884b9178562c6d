import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCardClient } from '../support/shop/cards.ts'
import { placeOrder, startPayment } from '../support/shop/orders.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import { waitUntil } from '../support/wait-until.ts'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  RECOVERY_TIMEOUT_MS,
  runConcurrently,
  scale,
} from './fixture.ts'

extendTestTimeouts()

let shop: TestShop
let fixture: Fixture

beforeAll(async () => {
  // The interval of a real shop.
  shop = await startTestShop({ sandbox: true, jobsEveryMs: 30_000 })
  fixture = await createFixture(shop)
  await createCardClient(shop).setFaults({ holdWebhooks: true })
})
afterAll(() => shop.close())

test('marks an order paid within a minute when the browser’s report and the webhook are lost', async () => {
  const orderIds = await runConcurrently(scale.closedBrowsers, 10, async () => {
    const { call } = await fixture.addCustomer()
    const id = await placeOrder(call, fixture.part)
    const intent = await fixture.cards.pay(await startPayment(call, id))
    expect(intent.status).toBe('succeeded')
    return id
  })
  await waitUntil('all orders are paid', () => areAllPaid(orderIds), RECOVERY_TIMEOUT_MS)
  await finishScenario(shop, scale.closedBrowsers)
})

async function areAllPaid(ids: string[]): Promise<boolean> {
  const { rows } = await sql`select id from orders
    where id = any(${ids}) and paid_at is null`.execute(shop.db)
  return rows.length === 0
}
