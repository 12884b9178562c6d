import { toTerms } from '@freehub/contract/catalog/parts'
import { priceAt, roundUpQuantity } from '@freehub/contract/catalog/prices'
import { dollarsOf } from '@freehub/contract/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBooking } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person
let customer: Person

beforeAll(async () => {
  shop = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '1000' } })
  admin = await addAdmin(shop)
  customer = await addCustomer(shop)
  await shop.db
    .updateTable('users')
    .set({ trusted_at: new Date() })
    .where('id', '=', customer.id)
    .execute()
})
afterAll(() => shop.close())

const terms = fc.record({
  cents: fc.integer({ min: 100, max: 2000 }),
  multiples: fc.integer({ min: 1, max: 20 }),
  orderMultiple: fc.option(fc.integer({ min: 2, max: 25 })),
  steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 20 })), {
    maxLength: 4,
  }),
  newPrice: fc.option(fc.integer({ min: 100, max: 2000 })),
  desired: fc.integer({ min: 1, max: 1500 }),
})

test('charges the price that the part, the cart and the order page show', async () => {
  await fc.assert(
    fc.asyncProperty(terms, async ({ cents, multiples, orderMultiple, steps, ...random }) => {
      const minimum = multiples * (orderMultiple ?? 1)
      const id = await addPart(shop, { cents, minimum, stock: 100_000 })
      const change = (body: object) => admin.call('PATCH', `/api/parts/${id}`, body)
      let last = { fromQuantity: minimum, cents }
      const priceTiers = steps.flatMap(([more, less]) => {
        last = { fromQuantity: last.fromQuantity + more, cents: last.cents - less }
        return last.cents > 0
          ? [{ fromQuantity: last.fromQuantity, price: dollarsOf(last.cents) }]
          : []
      })
      expect((await change({ priceTiers, orderMultiple })).status).toBe(200)
      if (random.newPrice !== null) await change({ price: dollarsOf(random.newPrice) })

      const part = (await shop.visit('GET', `/parts/${id}`)).body
      const shown = toTerms(part, (await shop.visit('GET', `/api/parts/${id}`)).body)
      const quantity = roundUpQuantity(shown, random.desired)
      const unitPriceCents = priceAt(shown, quantity)

      const booked = await customer.call('POST', '/booking', buildBooking(id, quantity))
      const changes = [{ productId: id, add: quantity }]
      const { body: cart } = await customer.call('PATCH', '/api/cart', { changes })
      expect(cart.lines[0]).toMatchObject({ unitPriceCents, problems: [] })
      const totalCents = unitPriceCents * quantity
      const checkout = { version: cart.version, totalCents, phone: '1', address: 'Here' }
      const ordered = await customer.call('POST', '/api/orders', checkout)
      expect([booked.status, ordered.status]).toEqual([201, 201])
      for (const orderId of [booked.body.result.insertedId, ordered.body.orderId]) {
        const order = (await customer.call('GET', `/api/orders/${orderId}`)).body
        expect(order.lines).toMatchObject([{ quantity, unitPriceCents }])
        const { totalPrice } = (await customer.call('GET', `/booking/${orderId}`)).body
        expect(totalPrice).toBe(dollarsOf(totalCents))
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
