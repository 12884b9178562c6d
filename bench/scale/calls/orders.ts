import { randomUUID } from 'node:crypto'
import { buildBooking, placePaidOrder, startPayment } from '@freehub/tests/support/shop/orders'
import type { CallData } from '../select-call-data.ts'
import { pickNth, type Scenario } from './scenario.ts'

const shippedOrder: Scenario = ({ shipped }, n) => {
  const { id, customer } = pickNth(shipped, n)
  return { params: { id }, caller: customer }
}

/** Uses an order that its customer has just placed. */
const newOrder: Scenario = async (data) => {
  const caller = await data.createCustomer()
  return { params: { id: await data.placeOrderBy(caller) }, caller }
}

/** Uses an order that its customer has just paid, for calls by staff. */
const paidOrder: Scenario = async (data) => ({ params: { id: await addPaidOrder(data) } })

async function addPaidOrder(data: CallData): Promise<string> {
  const call = data.callBy(await data.createCustomer())
  const { id, minimumOrder } = data.nextPart()
  return placePaidOrder(call, data.cards, id, minimumOrder)
}

export const orderCalls = {
  async placeOrder(data) {
    const { id, minimumOrder } = data.nextPart()
    return { body: buildBooking(id, minimumOrder), caller: await data.createCustomer() }
  },
  readOrder: shippedOrder,
  listMyOrders({ customers }, n) {
    const caller = pickNth(customers, n)
    return { query: { client: caller.email, size: '20' }, caller }
  },
  listAllOrders: ({ shipped }, n) => ({ query: { size: '20', after: pickNth(shipped, n).id } }),
  exportMyOrders: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  async cancelOrder(data) {
    const caller = await data.createCustomer()
    return {
      params: { id: await data.placeOrderBy(caller) },
      query: { client: caller.email },
      caller,
    }
  },
  async createPaymentIntent(data) {
    const caller = await data.createCustomer()
    const bookingId = await data.placeOrderBy(caller)
    const { body } = await data.callBy(caller)('GET', `/booking/${bookingId}`)
    return { body: { bookingId, totalPrice: body.totalPrice }, caller }
  },
  async reportPayment(data) {
    const caller = await data.createCustomer()
    const id = await data.placeOrderBy(caller)
    await data.cards.setFaults({ holdWebhooks: true })
    await data.cards.pay(await startPayment(data.callBy(caller), id))
    return { params: { id }, body: {}, caller }
  },
  shipOrder: async (data) => ({
    ...(await paidOrder(data, 0)),
    body: { carrier: 'DHL', trackingNumber: 'T1' },
  }),
  readOrderHistory: shippedOrder,
  listOrderOutcomes({ shipped }, n) {
    const { id, customer } = pickNth(shipped, n)
    return { query: { ids: id }, caller: customer }
  },
  changeOrderDetails: async (data) => ({
    ...(await newOrder(data, 0)),
    body: { reference: 'PO-1' },
  }),
  extendReservation: newOrder,
  readOrderPayments: paidOrder,
  repairOrder: paidOrder,
  refundOrder: paidOrder,
  readInvoice: shippedOrder,
  readCreditNote({ refunded }, n) {
    const { id, customer } = pickNth(refunded, n)
    return { params: { id }, caller: customer }
  },
  readPackingSlip: ({ shipped }, n) => ({ params: { id: pickNth(shipped, n).id } }),
  readPackingSlips: ({ shipped }, n) => ({ query: { ids: pickNth(shipped, n).id } }),
  async changeDelivery(data, n) {
    const id = await addPaidOrder(data)
    const { body } = await data.callBy(data.admin)('GET', `/booking/${id}`)
    const seen = { address: body.address, phone: body.phone }
    return { params: { id }, body: { address: `New Street ${n}`, phone: `+49 40 ${n}`, seen } }
  },
  changeTracking: ({ shipped }, n) => ({
    params: { id: pickNth(shipped, n).id },
    body: { carrier: 'UPS', trackingNumber: `U${n}` },
  }),
  listNotes: ({ shipped }, n) => ({ query: { order: pickNth(shipped, n).id } }),
  putNote: ({ shipped }, n) => ({
    params: { id: randomUUID() },
    body: { order: pickNth(shipped, n).id, text: 'Call before delivery.' },
  }),
  async deleteNote(data, n) {
    const id = randomUUID()
    const note = { order: pickNth(data.shipped, n).id, text: 'Call before delivery.' }
    await data.callBy(data.admin)('PUT', `/api/notes/${id}`, note)
    return { params: { id } }
  },
  exportOrders: ({ dealer }) => ({ query: { client: dealer.email } }),
  readOverview: () => ({ query: { days: '30' } }),
  readMyOverview: ({ customers }, n) => ({ query: { days: '90' }, caller: pickNth(customers, n) }),
} satisfies Record<string, Scenario>
