import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { dollarsOf } from '@freehub/contract/money'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addToCart, orderCart } from '../../../../tests/support/shop/carts.ts'
import { buildBooking } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { type MailContent, renderMailText } from '../../../platform/mail/render-mail.ts'
import { composeOrderMail } from '../mails/compose-order-mail.ts'
import { exportOrders, ORDER_COLUMNS } from '../read/export-orders.ts'

const NAME = 'Chain 10-speed'
const OTHER_CENTS = 100
const formatCents = (cents: number) => (cents / 100).toFixed(2)

const shop = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '1000' } })
const admin = await addAdmin(shop)
const customer = await addCustomer(shop)
/** A second line, because the mail lists the prices of several lines. */
const other = await addPart(shop, { name: 'Hub', cents: OTHER_CENTS, minimum: 1 })
await shop.db
  .updateTable('users')
  .set({ trusted_at: new Date() })
  .where('id', '=', customer.id)
  .execute()
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

test('charges the price that parts, carts, orders, exports and mails show', async () => {
  await fc.assert(
    fc.asyncProperty(terms, async ({ cents, multiples, orderMultiple, steps, ...random }) => {
      const minimum = multiples * (orderMultiple ?? 1)
      const id = await addPart(shop, { name: NAME, cents, minimum, stock: 100_000 })
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

      const { body: part } = await shop.call('GET', `/parts/${id}`)
      const { body: details } = await shop.call('GET', `/api/parts/${id}`)
      const quantity = roundUpQuantity({ minimumOrder: minimum, orderMultiple }, random.desired)
      const unitPriceCents = findUnitPrice(part.price, details.priceTiers, quantity)
      const totalCents = unitPriceCents * quantity
      const lines = [{ productId: id, quantity }]

      const booked = await customer.call('POST', '/booking', buildBooking(id, quantity))
      const changed = await addToCart(customer.call, { [id]: quantity, [other]: 1 })
      const { body: cart } = await customer.call('GET', '/api/cart')
      const { body: preview } = await shop.call('POST', '/api/cart/preview', { lines })
      for (const shown of [changed.body, cart, preview])
        expect(shown.lines[0]).toMatchObject({ unitPriceCents, problems: [] })
      expect(cart.totalCents).toBe(totalCents + OTHER_CENTS)
      const ordered = await orderCart(customer.call)
      const order = { lines, totalCents, phone: '1', address: 'Here' }
      const entered = await admin.call('POST', `/api/users/${customer.email}/orders`, order)
      expect([booked.status, ordered.status, entered.status]).toEqual([201, 201, 201])

      const rows = await exportRows()
      for (const [orderId, moreCents] of [
        [booked.body.result.insertedId, 0],
        [ordered.body.orderId, OTHER_CENTS],
        [entered.body.orderId, 0],
      ]) {
        const { body } = await customer.call('GET', `/api/orders/${orderId}`)
        expect(body.lines[0]).toMatchObject({ quantity, unitPriceCents })
        const { totalPrice } = (await customer.call('GET', `/booking/${orderId}`)).body
        expect(totalPrice).toBe(dollarsOf(totalCents + moreCents))
        expect(rows.get(orderId)).toEqual([unitPriceCents, totalCents].map(formatCents))
      }
      const context = { db: shop.db, pageUrl: String, links: { confirmEmail: async () => '' } }
      const mail = { kind: 'order-placed', orderId: ordered.body.orderId } as const
      const content = (await composeOrderMail(context, mail)) as MailContent
      expect(renderMailText(content)).toContain(`${NAME}, $${formatCents(unitPriceCents)} each`)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

/** Finds the shown price of a quantity in cents, without the function that orders use. */
function findUnitPrice(
  listPrice: number,
  tiers: { fromQuantity: number; price: number }[],
  quantity: number,
): number {
  const reached = tiers.filter(({ fromQuantity }) => fromQuantity <= quantity)
  return Math.round(100 * Math.min(listPrice, ...reached.map(({ price }) => price)))
}

/** Exports unit price and total of the first line of each order, by the order's id. */
async function exportRows(): Promise<Map<string, string[]>> {
  const columns = ['id', 'line', 'unitPrice', 'lineTotal'].map((name) =>
    ORDER_COLUMNS.indexOf(name),
  )
  const rows = new Map<string, string[]>()
  for await (const page of exportOrders(shop.db, { client: customer.email })) {
    for (const row of page) {
      const [id, line, ...prices] = columns.map((column) => row[column] as string)
      if (line === '1') rows.set(id as string, prices)
    }
  }
  return rows
}
