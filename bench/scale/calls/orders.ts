import { randomUUID } from 'node:crypto'
import { buildBooking, placePaidOrder, startPayment } from '@freehub/tests/support/shop/orders'
import type { Fixture } from '../fixture.ts'
import { pickNth, type Scenario } from './scenario.ts'

const shippedOrder: Scenario = ({ shipped }, n) => {
  const { id, caller } = pickNth(shipped, n)
  return { params: { id }, caller }
}

/** Uses an order that its customer has just placed. */
const newOrder: Scenario = async (fixture) => {
  const caller = await fixture.createCustomer()
  return { params: { id: await fixture.placeOrderBy(caller) }, caller }
}

/** Uses an order that its customer has just paid, for calls by staff. */
const paidOrder: Scenario = async (fixture) => ({ params: { id: await addPaidOrder(fixture) } })

async function addPaidOrder(fixture: Fixture): Promise<string> {
  const call = fixture.callBy(await fixture.createCustomer())
  const { id, minimumOrder } = fixture.nextPart()
  return placePaidOrder(call, fixture.cards, id, minimumOrder)
}

export const orderCalls = {
  async placeOrder(fixture) {
    const { id, minimumOrder } = fixture.nextPart()
    return { body: buildBooking(id, minimumOrder), caller: await fixture.createCustomer() }
  },
  readOrder: shippedOrder,
  listMyOrders({ customers }, n) {
    const caller = pickNth(customers, n)
    return { query: { client: caller.email, size: '20' }, caller }
  },
  listAllOrders: ({ shipped }, n) => ({ query: { size: '20', after: pickNth(shipped, n).id } }),
  exportMyOrders: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  async cancelOrder(fixture) {
    const caller = await fixture.createCustomer()
    return {
      params: { id: await fixture.placeOrderBy(caller) },
      query: { client: caller.email },
      caller,
    }
  },
  async createPaymentIntent(fixture) {
    const caller = await fixture.createCustomer()
    const bookingId = await fixture.placeOrderBy(caller)
    const { body } = await fixture.callBy(caller)('GET', `/booking/${bookingId}`)
    return { body: { bookingId, totalPrice: body.totalPrice }, caller }
  },
  async reportPayment(fixture) {
    const caller = await fixture.createCustomer()
    const id = await fixture.placeOrderBy(caller)
    await fixture.cards.setFaults({ holdWebhooks: true })
    await fixture.cards.pay(await startPayment(fixture.callBy(caller), id))
    return { params: { id }, body: {}, caller }
  },
  shipOrder: async (fixture) => ({
    ...(await paidOrder(fixture, 0)),
    body: { carrier: 'DHL', trackingNumber: 'T1' },
  }),
  readOrderHistory: shippedOrder,
  extendReservation: newOrder,
  readOrderPayments: paidOrder,
  repairOrder: paidOrder,
  refundOrder: paidOrder,
  readInvoice: shippedOrder,
  readCreditNote({ refunded }, n) {
    const { id, caller } = pickNth(refunded, n)
    return { params: { id }, caller }
  },
  readPackingSlip: ({ shipped }, n) => ({ params: { id: pickNth(shipped, n).id } }),
  readPackingSlips: ({ shipped }, n) => ({ query: { ids: pickNth(shipped, n).id } }),
  changeTracking: ({ shipped }, n) => ({
    params: { id: pickNth(shipped, n).id },
    body: { carrier: 'UPS', trackingNumber: `U${n}` },
  }),
  listNotes: ({ shipped }, n) => ({ query: { order: pickNth(shipped, n).id } }),
  putNote: ({ shipped }, n) => ({
    params: { id: randomUUID() },
    body: { order: pickNth(shipped, n).id, text: 'Call before delivery.' },
  }),
  async deleteNote(fixture, n) {
    const id = randomUUID()
    const note = { order: pickNth(fixture.shipped, n).id, text: 'Call before delivery.' }
    await fixture.callBy(fixture.admin)('PUT', `/api/notes/${id}`, note)
    return { params: { id } }
  },
  exportOrders: ({ dealer }) => ({ query: { client: dealer.email } }),
  readOverview: () => ({ query: { days: '30' } }),
  readMyOverview: ({ customers }, n) => ({ query: { days: '90' }, caller: pickNth(customers, n) }),
} satisfies Record<string, Scenario>
