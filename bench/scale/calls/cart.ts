import { randomUUID } from 'node:crypto'
import type { CartLine } from '@freehub/contract/cart/cart'
import type { BenchUser } from '../../users.ts'
import type { CallData } from '../select-call-data.ts'
import { createLines, pickNth, type Scenario } from './scenario.ts'

const CONTACT = { phone: '+49 40 5550 120', address: '12 Wheel Lane, Hamburg' }

/** Returns a new customer whose cart has this many lines. */
async function createCustomerWithCart(data: CallData, count: number): Promise<BenchUser> {
  const caller = await data.createCustomer()
  const changes = createLines(data, count).map(({ productId, quantity }) => ({
    productId,
    add: quantity,
  }))
  await data.callBy(caller)('PATCH', '/api/cart', { changes })
  return caller
}

const withCart: Scenario = async (data) => ({
  caller: await createCustomerWithCart(data, 20),
})

export const cartCalls = {
  previewCart: (data) => ({ body: { lines: createLines(data, 20) } }),
  readCart: withCart,
  countCart: withCart,
  async changeCart(data) {
    const caller = await createCustomerWithCart(data, 20)
    const { id, minimumOrder } = data.nextPart()
    return { body: { changes: [{ productId: id, add: minimumOrder }] }, caller }
  },
  async mergeCart(data) {
    const body = { visitorCartId: randomUUID(), lines: createLines(data, 20) }
    return { body, caller: await data.createCustomer() }
  },
  copyOrderToCart({ shipped }, n) {
    const { id, customer } = pickNth(shipped, n)
    return { params: { id }, caller: customer }
  },
  async placeCartOrder(data) {
    const caller = await createCustomerWithCart(data, 20)
    const { body } = await data.callBy(caller)('GET', '/api/cart')
    const { version, totalCents } = body
    return { body: { version, totalCents, ...CONTACT }, caller }
  },
  async placeOrderForCustomer(data) {
    const customer = await createCustomerWithCart(data, 20)
    const { body } = await data.callBy(customer)('GET', '/api/cart')
    const lines = body.lines.map(({ productId, quantity }: CartLine) => ({ productId, quantity }))
    const order = { lines, totalCents: body.totalCents, ...CONTACT }
    return { params: { email: customer.email }, body: order }
  },
  async cancelOrderLines(data) {
    const caller = await createCustomerWithCart(data, 2)
    const { body } = await data.callBy(caller)('GET', '/api/cart')
    const { version, totalCents } = body
    const order = { version, totalCents, ...CONTACT }
    const placed = await data.callBy(caller)('POST', '/api/orders', order)
    return { params: { id: placed.body.orderId }, query: { lines: '1' }, caller }
  },
} satisfies Record<string, Scenario>
