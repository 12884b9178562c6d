import { randomUUID } from 'node:crypto'
import type { CartLine } from '@freehub/contract/cart/cart'
import type { Account } from '../../accounts.ts'
import type { Fixture } from '../fixture.ts'
import { createLines, pickNth, type Scenario } from './scenario.ts'

const CONTACT = { phone: '+49 40 5550 120', address: '12 Wheel Lane, Hamburg' }

/** Returns a new customer whose cart has this many lines. */
async function createCustomerWithCart(fixture: Fixture, count: number): Promise<Account> {
  const caller = await fixture.createCustomer()
  const changes = createLines(fixture, count).map(({ productId, quantity }) => ({
    productId,
    add: quantity,
  }))
  await fixture.callBy(caller)('PATCH', '/api/cart', { changes })
  return caller
}

const withCart: Scenario = async (fixture) => ({
  caller: await createCustomerWithCart(fixture, 20),
})

export const cartCalls = {
  previewCart: (fixture) => ({ body: { lines: createLines(fixture, 20) } }),
  readCart: withCart,
  countCart: withCart,
  async changeCart(fixture) {
    const caller = await createCustomerWithCart(fixture, 20)
    const { id, minimumOrder } = fixture.nextPart()
    return { body: { changes: [{ productId: id, add: minimumOrder }] }, caller }
  },
  async mergeCart(fixture) {
    const body = { visitorCartId: randomUUID(), lines: createLines(fixture, 20) }
    return { body, caller: await fixture.createCustomer() }
  },
  copyOrderToCart({ shipped }, n) {
    const { id, caller } = pickNth(shipped, n)
    return { params: { id }, caller }
  },
  async placeCartOrder(fixture) {
    const caller = await createCustomerWithCart(fixture, 20)
    const { body } = await fixture.callBy(caller)('GET', '/api/cart')
    const { version, totalCents } = body
    return { body: { version, totalCents, ...CONTACT }, caller }
  },
  async placeOrderForCustomer(fixture) {
    const customer = await createCustomerWithCart(fixture, 20)
    const { body } = await fixture.callBy(customer)('GET', '/api/cart')
    const lines = body.lines.map(({ productId, quantity }: CartLine) => ({ productId, quantity }))
    const order = { lines, totalCents: body.totalCents, ...CONTACT }
    return { params: { email: customer.email }, body: order }
  },
  async cancelOrderLines(fixture) {
    const caller = await createCustomerWithCart(fixture, 2)
    const { body } = await fixture.callBy(caller)('GET', '/api/cart')
    const { version, totalCents } = body
    const order = { version, totalCents, ...CONTACT }
    const placed = await fixture.callBy(caller)('POST', '/api/orders', order)
    return { params: { id: placed.body.orderId }, query: { lines: '1' }, caller }
  },
} satisfies Record<string, Scenario>
