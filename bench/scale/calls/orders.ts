import { beginPayment, bookingOf, placePaidOrder } from '@freehub/tests/support/shop/orders'
import type { World } from '../world.ts'
import { nth, type Scenario } from './scenario.ts'

const shippedOrder: Scenario = ({ shipped }, n) => {
  const { id, by } = nth(shipped, n)
  return { params: { id }, by }
}

/** An order that a customer has just placed. */
const newOrder: Scenario = async (world) => {
  const by = await world.newcomer()
  return { params: { id: await world.order(by) }, by }
}

/** An order that a customer has just paid, for the staff. */
const paidOrder: Scenario = async (world) => ({ params: { id: await pay(world) } })

async function pay(world: World): Promise<string> {
  const call = world.callBy(await world.newcomer())
  const { id, least } = world.plenty()
  return placePaidOrder(call, world.cards, id, least)
}

export const orderCalls = {
  async placeOrder(world) {
    const { id, least } = world.plenty()
    return { body: bookingOf(id, least), by: await world.newcomer() }
  },
  readOrder: shippedOrder,
  listMyOrders({ customers }, n) {
    const by = nth(customers, n)
    return { query: { client: by.email, size: '20' }, by }
  },
  listAllOrders: ({ shipped }, n) => ({ query: { size: '20', after: nth(shipped, n).id } }),
  async cancelOrder(world) {
    const by = await world.newcomer()
    return { params: { id: await world.order(by) }, query: { client: by.email }, by }
  },
  async createPaymentIntent(world) {
    const by = await world.newcomer()
    const bookingId = await world.order(by)
    const { body } = await world.callBy(by)('GET', `/booking/${bookingId}`)
    return { body: { bookingId, totalPrice: body.totalPrice }, by }
  },
  async reportPayment(world) {
    const by = await world.newcomer()
    const id = await world.order(by)
    await world.cards.set({ holdWebhooks: true })
    await world.cards.pay(await beginPayment(world.callBy(by), id))
    return { params: { id }, body: {}, by }
  },
  shipOrder: async (world) => ({
    ...(await paidOrder(world, 0)),
    body: { carrier: 'DHL', trackingNumber: 'T1' },
  }),
  readOrderHistory: shippedOrder,
  extendReservation: newOrder,
  readOrderPayments: paidOrder,
  repairOrder: paidOrder,
  refundOrder: paidOrder,
  readInvoice: shippedOrder,
  readCreditNote({ refunded }, n) {
    const { id, by } = nth(refunded, n)
    return { params: { id }, by }
  },
  readPackingSlip: ({ shipped }, n) => ({ params: { id: nth(shipped, n).id } }),
  changeTracking: ({ shipped }, n) => ({
    params: { id: nth(shipped, n).id },
    body: { carrier: 'UPS', trackingNumber: `U${n}` },
  }),
  async reorder(world) {
    const by = await world.newcomer()
    return { params: { id: await world.order(by) }, by }
  },
  exportOrders: ({ dealer }) => ({ query: { client: dealer.email } }),
  readOverview: () => ({ query: { days: '30' } }),
  readMyOverview: ({ customers }, n) => ({ query: { days: '90' }, by: nth(customers, n) }),
} satisfies Record<string, Scenario>
