import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { type ApiResponse, countOutcomes, readIds } from '../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { addToCart, orderCart, sameQuantityOf } from '../../../tests/support/shop/carts.ts'
import {
  closeWithConsistentLedger,
  createCardProvider,
} from '../../../tests/support/shop/ledger.ts'
import { startPayment, waitForOutbox } from '../../../tests/support/shop/orders.ts'
import { addParts, readStock } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { createPaymentIntent } from '../payments/create-payment-intent.ts'
import { type CloseIntent, cancelOrder, cancelOrderLines } from './cancel-order.ts'
import { expireOrders } from './reservations/expire-orders.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const admin = await addAdmin(shop)
afterAll(() => closeWithConsistentLedger(shop))

const outcomeOf = (response: ApiResponse | undefined) => [response?.status, response?.body.code]

/** Places an order of `count` lines, by default with 10 pieces at $2.50 each. */
async function placeOrder({ count = 3, cents = 250, quantity = 10 } = {}) {
  const customer = await addCustomer(shop)
  const parts = await addParts(shop, count, { cents, minimum: 1 })
  await addToCart(customer.call, sameQuantityOf(parts, quantity))
  const { body } = await orderCart(customer.call)
  const id: string = body.orderId
  return {
    customer,
    parts,
    id,
    cancel: (lines: string, { call }: TestUser = customer) =>
      call('DELETE', `/api/orders/${id}/lines?lines=${lines}`),
    cancelAll: () => customer.call('DELETE', `/booking/${id}?client=${customer.email}`),
    read: async () => (await admin.call('GET', `/api/orders/${id}`)).body,
    reserved: () => Promise.all(parts.map(async (part) => (await readStock(shop, part)).reserved)),
  }
}

type Order = Awaited<ReturnType<typeof placeOrder>>

async function expectUnchanged({ read, reserved }: Order, stage = 'Pending') {
  expect(await read()).toMatchObject({
    stage,
    totalPrice: 75,
    lineCount: 3,
    lines: [{ cancelledQuantity: 0 }, { cancelledQuantity: 0 }, { cancelledQuantity: 0 }],
  })
  expect(await reserved()).toEqual([10, 10, 10])
}

async function eventsOf(id: string) {
  const { body } = await admin.call('GET', `/api/orders/${id}`)
  return body.steps.map(({ kind }: { kind: string }) => kind)
}

/** Returns dependencies with this function for closing an open payment. */
const depsWith = (closeIntent: CloseIntent) => ({
  db: shop.db,
  queueMail: async () => {},
  partsChanged: () => {},
  closeIntent,
})

/** Returns dependencies of a cancellation that is completed after the response. */
const deferredBy = (response: () => Promise<ApiResponse> | undefined) =>
  depsWith(async () => void (await response()))

const actorOf = ({ id }: TestUser) => ({ id, role: 'customer' }) as const

/** Marks lines as being cancelled, like a server that crashes before it has closed the payment. */
async function interrupt({ id, customer }: Order, lines: number[]) {
  await expect(cancelOrderLines(depsWith(crash), id, actorOf(customer), lines)).rejects.toThrow(
    'interrupted',
  )
}

async function crash(): Promise<never> {
  throw new Error('interrupted')
}

/** Runs the scheduled job that finishes interrupted cancellations. */
async function finishInterrupted({ id }: Order) {
  await waitForOutbox(shop.db)
  await sql`update orders set cancellation_began_at = now() - interval '1 minute'
    where id = ${id}`.execute(shop.db)
  const cancel = (orderId: string) =>
    cancelOrder(
      depsWith(async () => undefined),
      orderId,
      null,
    )
  return expireOrders({ db: shop.db, log: shop.app.log, cancel })
}

async function readCancelledBy({ id }: Order) {
  const { cancelled_by } = await shop.db
    .selectFrom('orders')
    .select('cancelled_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return cancelled_by
}

describe('cancelling lines', () => {
  test('does not increase the count of cancelled orders', async () => {
    const readCounts = async () => structuredClone((await orderEvents.get()).values)
    const order = await placeOrder()
    const before = await readCounts()
    expect((await order.cancel('1')).body).toEqual({ cancelledCount: 1 })
    expect(await readCounts()).toEqual(before)
  })

  test('releases their stock and reduces the total', async () => {
    const order = await placeOrder()
    const { body, status } = await order.cancel('3,1,3')
    expect([status, body]).toEqual([200, { cancelledCount: 2 }])
    expect(await order.reserved()).toEqual([0, 10, 0])
    expect(await order.read()).toMatchObject({
      stage: 'Pending',
      totalPrice: 25,
      lineCount: 1,
      quantity: 10,
      productId: order.parts[1],
      lines: [{ cancelledQuantity: 10 }, { cancelledQuantity: 0 }, { cancelledQuantity: 10 }],
    })
    expect(await eventsOf(order.id)).toEqual(['placed', 'cancellation_begun', 'lines_cancelled'])
    const { body: own } = await order.customer.call('GET', `/api/orders/${order.id}`)
    expect(own.steps.at(-1)).toMatchObject({ kind: 'lines_cancelled', by: 'customer' })
    expect((await order.cancel('1')).body).toEqual({ cancelledCount: 0 })
    expect((await order.cancel('77')).body).toEqual({ cancelledCount: 0 })
    expect(await eventsOf(order.id)).toHaveLength(3)
  })

  test('is possible for staff, and the order can then be paid and shipped', async () => {
    const order = await placeOrder()
    expect((await order.cancel('2', admin)).body).toEqual({ cancelledCount: 1 })
    await cards.pay(await startPayment(order.customer.call, order.id))
    await order.customer.call('PATCH', `/booking/${order.id}`, {})
    expect((await admin.call('PATCH', `/shipped/${order.id}`)).body).toEqual({ modifiedCount: 1 })
    expect(await order.reserved()).toEqual([0, 0, 0])
    const stock = await Promise.all(order.parts.map((part) => readStock(shop, part)))
    expect(stock.map(({ onHand }) => onHand)).toEqual([90, 100, 90])
  })

  test('closes the open payment, so that the old total cannot be paid', async () => {
    const order = await placeOrder()
    const secret = await startPayment(order.customer.call, order.id)
    expect((await order.cancel('1')).body).toEqual({ cancelledCount: 1 })
    expect((await cards.pay(secret)).error?.code).toBe('payment_intent_unexpected_state')
    await cards.pay(await startPayment(order.customer.call, order.id))
    await order.customer.call('PATCH', `/booking/${order.id}`, {})
    expect(await order.read()).toMatchObject({ stage: 'Paid', totalPrice: 50 })
    const intents = await cards.intentsOf(order.id)
    expect(intents.map(({ status, amount }) => [status, amount]).sort()).toEqual([
      ['canceled', 7500],
      ['succeeded', 5000],
    ])
  })

  test.each(['', '0', '1,', ',1', 'all', '1 2', '-1', '1.5', '1e2', '1000', undefined])(
    'refuses the lines %j as invalid input',
    async (lines) => {
      const path = `/api/orders/${randomUUIDv7()}/lines`
      const query = lines === undefined ? '' : `?lines=${encodeURIComponent(lines)}`
      const response = await admin.call('DELETE', path + query)
      expect(outcomeOf(response)).toEqual([400, 'input_invalid'])
      expect(Object.keys(response.body.errors)).toEqual(['lines'])
    },
  )

  test('refuses an unknown, a cancelled and a paid order', async () => {
    const unknown = await admin.call('DELETE', `/api/orders/${randomUUIDv7()}/lines?lines=1`)
    expect(outcomeOf(unknown)).toEqual([404, 'order_missing'])
    const cancelled = await placeOrder()
    await cancelled.cancelAll()
    expect(outcomeOf(await cancelled.cancel('1'))).toEqual([404, 'order_missing'])
    const paid = await placeOrder()
    await cards.pay(await startPayment(paid.customer.call, paid.id))
    await paid.customer.call('PATCH', `/booking/${paid.id}`, {})
    expect(outcomeOf(await paid.cancel('1'))).toEqual([409, 'order_paid'])
    await expectUnchanged(paid, 'Paid')
  })

  test('is refused for all lines, and if the remaining total is below the card minimum', async () => {
    const order = await placeOrder()
    expect(outcomeOf(await order.cancel('1,2,3'))).toEqual([409, 'line_required'])
    await expectUnchanged(order)
    const cheap = await placeOrder({ cents: 1, quantity: 20 })
    expect(outcomeOf(await cheap.cancel('1'))).toEqual([409, 'total_out_of_range'])
    expect(await cheap.reserved()).toEqual([20, 20, 20])
  })

  test('keeps the search up to date', async () => {
    const order = await placeOrder()
    await sql`update order_lines set part_name = 'Zirconium bolt' where order_id = ${order.id} and line = 2`.execute(
      shop.db,
    )
    await order.cancel('1')
    const found = await admin.call('GET', '/allOrders?search=zirconium')
    expect(readIds(found)).toEqual([order.id])
    await order.cancelAll()
    expect(readIds(await admin.call('GET', '/allOrders?search=zirconium'))).toEqual([])
  })
})

describe('concurrent cancellations', () => {
  test('of the same lines release their stock once', async () => {
    const order = await placeOrder()
    const responses = await runInLockOrder(
      shop.db,
      lockRow('orders', order.id),
      Array.from({ length: 3 }, () => () => order.cancel('1,2')),
    )
    expect(countOutcomes(responses)).toEqual({ '200': 3 })
    expect(await order.reserved()).toEqual([0, 0, 10])
    expect(await eventsOf(order.id)).toEqual(['placed', 'cancellation_begun', 'lines_cancelled'])
  })

  test('of one line each keep the last line', async () => {
    const order = await placeOrder()
    const responses = await runInLockOrder(
      shop.db,
      lockRow('orders', order.id),
      ['1', '2', '3'].map((line) => () => order.cancel(line)),
    )
    expect(countOutcomes(responses)).toEqual({ '200': 2, line_required: 1 })
    expect(await order.reserved()).toEqual(responses.map(({ status }) => (status === 200 ? 0 : 10)))
  })

  test('of lines and of the whole order cancel the order once', async () => {
    const [lines, whole] = [await placeOrder(), await placeOrder()]
    const linesFirst = await runInLockOrder(shop.db, lockRow('orders', lines.id), [
      () => lines.cancel('1'),
      () => lines.cancelAll(),
    ])
    expect(linesFirst.map(({ status }) => status)).toEqual([200, 200])
    expect(linesFirst[1]?.body).toEqual({ deletedCount: 1 })
    let second: Promise<ApiResponse> | undefined
    const [first] = await runInLockOrder<unknown>(shop.db, lockRow('orders', whole.id), [
      () =>
        cancelOrder(
          deferredBy(() => second),
          whole.id,
          actorOf(whole.customer),
        ),
      () => (second = whole.cancel('1')),
    ])
    expect(first).toEqual({ cancelled: 1 })
    expect((await second)?.body.code).toBe('cancellation_begun')
    for (const order of [lines, whole]) {
      expect((await order.read()).stage).toBe('Cancelled')
      expect(await order.reserved()).toEqual([0, 0, 0])
    }
  })

  test('of lines are refused while the whole order is being cancelled', async () => {
    const order = await placeOrder()
    await sql`update orders set cancellation_began_at = now() where id = ${order.id}`.execute(
      shop.db,
    )
    expect(outcomeOf(await order.cancel('1'))).toEqual([409, 'cancellation_begun'])
    await sql`update orders set cancellation_began_at = null where id = ${order.id}`.execute(
      shop.db,
    )
    await expectUnchanged(order)
  })

  test('cancel no line if another request was refused and has removed the mark', async () => {
    const order = await placeOrder()
    const withdraw = async () => {
      const refuse = async () => ({ refused: 'payment_processing' }) as const
      const refused = await cancelOrderLines(
        depsWith(refuse),
        order.id,
        actorOf(order.customer),
        [1],
      )
      expect(refused).toEqual({ refused: 'payment_processing' })
      return undefined
    }
    const late = await cancelOrderLines(depsWith(withdraw), order.id, actorOf(order.customer), [1])
    expect(late).toEqual({ cancelledCount: 0 })
    await expectUnchanged(order)
  })
})

describe('an interrupted cancellation of lines', () => {
  test('is finished by the scheduled job, which keeps the order', async () => {
    const order = await placeOrder()
    await interrupt(order, [1, 3])
    expect(await finishInterrupted(order)).toBe(0)
    expect(await order.read()).toMatchObject({ stage: 'Pending', totalPrice: 25, lineCount: 1 })
    expect(await order.reserved()).toEqual([0, 10, 0])
    const { rows } = await sql`select cancellation_began_at, cancelling_lines,
        (select by_user from order_events where order_id = orders.id and kind = 'lines_cancelled') as by
      from orders where id = ${order.id}`.execute(shop.db)
    expect(rows).toEqual([
      { cancellation_began_at: null, cancelling_lines: null, by: order.customer.id },
    ])
  })

  test('is finished by the customer’s next request', async () => {
    const order = await placeOrder()
    await interrupt(order, [1])
    const payment = { totalPrice: 75, bookingId: order.id }
    const refused = await order.customer.call('POST', '/create-payment-intent', payment)
    expect(refused.body.code).toBe('cancellation_begun')
    expect((await order.cancel('2')).body).toEqual({ cancelledCount: 1 })
    expect(await order.reserved()).toEqual([0, 0, 10])
  })

  test('becomes a cancellation of the whole order when the customer cancels the order', async () => {
    const order = await placeOrder()
    await interrupt(order, [1])
    expect((await order.cancelAll()).body).toEqual({ deletedCount: 1 })
    expect(await order.reserved()).toEqual([0, 0, 0])
  })

  test('becomes a cancellation of the whole order when the reservation has expired', async () => {
    const order = await placeOrder()
    await interrupt(order, [1])
    await sql`update orders set reserved_until = now() - interval '1 second'
      where id = ${order.id}`.execute(shop.db)
    expect(await finishInterrupted(order)).toBe(1)
    expect((await order.read()).stage).toBe('Cancelled')
    expect(await readCancelledBy(order)).toBeNull()
    expect(await order.reserved()).toEqual([0, 0, 0])
  })

  test('keeps the user who then cancelled the whole order, if that is interrupted too', async () => {
    const order = await placeOrder()
    await interrupt(order, [1])
    const cancelAll = cancelOrder(depsWith(crash), order.id, { id: admin.id, role: 'admin' })
    await expect(cancelAll).rejects.toThrow('interrupted')
    expect(await finishInterrupted(order)).toBe(1)
    expect(await readCancelledBy(order)).toBe(admin.id)
  })

  test('is withdrawn if the payment is settled before the job runs', async () => {
    const order = await placeOrder()
    await cards.setFaults({ holdWebhooks: true })
    await cards.pay(await startPayment(order.customer.call, order.id))
    await interrupt(order, [1])
    await order.customer.call('PATCH', `/booking/${order.id}`, {})
    await cards.releaseWebhooks()
    await expectUnchanged(order, 'Paid')
    expect(await finishInterrupted(order).catch(String)).toBe(0)
    await sql`update orders set cancellation_began_at = null where id = ${order.id}`.execute(
      shop.db,
    )
    await expectUnchanged(order, 'Paid')
  })
})

describe('cancelling lines during a payment', () => {
  test('is refused if the payment has succeeded but is not recorded', async () => {
    const order = await placeOrder()
    await cards.setFaults({ holdWebhooks: true })
    await cards.pay(await startPayment(order.customer.call, order.id))
    expect(outcomeOf(await order.cancel('1'))).toEqual([409, 'order_paid'])
    await cards.releaseWebhooks()
    await expectUnchanged(order, 'Paid')
  })

  test('is refused while the payment is processing, and does not prevent the payment', async () => {
    const order = await placeOrder()
    await cards.setFaults({ holdProcessing: true })
    await cards.pay(await startPayment(order.customer.call, order.id))
    expect(outcomeOf(await order.cancel('1'))).toEqual([409, 'payment_processing'])
    await expectUnchanged(order)
    expect(await eventsOf(order.id)).toContain('cancellation_withdrawn')
    await cards.releaseProcessing()
    await order.customer.call('PATCH', `/booking/${order.id}`, {})
    await expectUnchanged(order, 'Paid')
  })

  test('is refused if the payment is settled while it is being closed', async () => {
    const order = await placeOrder()
    const secret = await startPayment(order.customer.call, order.id)
    const payMeanwhile = async () => {
      await cards.pay(secret)
      await order.customer.call('PATCH', `/booking/${order.id}`, {})
      return undefined
    }
    const refused = await cancelOrderLines(
      depsWith(payMeanwhile),
      order.id,
      actorOf(order.customer),
      [1],
    )
    expect(refused).toEqual({ refused: 'order_paid' })
    await expectUnchanged(order, 'Paid')
  })

  test('is refused if a payment is opened during the cancellation, and leaves the order unchanged', async () => {
    const order = await placeOrder()
    const openMeanwhile = async () => {
      // Simulates a payment that checked the mark before it was set.
      await sql`update orders set cancellation_began_at = null, cancelling_lines = null
        where id = ${order.id}`.execute(shop.db)
      await startPayment(order.customer.call, order.id)
      return undefined
    }
    const refused = await cancelOrderLines(
      depsWith(openMeanwhile),
      order.id,
      actorOf(order.customer),
      [1],
    )
    expect(refused).toEqual({ refused: 'payment_processing' })
    await expectUnchanged(order)
  })

  test('refuses a payment that started with the old total', async () => {
    const order = await placeOrder()
    const provider = createCardProvider(shop.sandbox?.url as string)
    const createDuringCancellation: typeof provider.createIntent = async (intent) => {
      const created = await provider.createIntent(intent)
      expect((await order.cancel('1')).body).toEqual({ cancelledCount: 1 })
      return created
    }
    const deps = {
      ...depsWith(async () => undefined),
      cards: { ...provider, createIntent: createDuringCancellation },
    }
    const payment = { totalPrice: 75, bookingId: order.id }
    expect(await createPaymentIntent(deps, order.customer.id, payment)).toEqual({
      refused: 'amount_mismatch',
    })
    const [intent] = await cards.intentsOf(order.id)
    expect(intent).toMatchObject({ status: 'canceled', amount: 7500 })
    await cards.pay(await startPayment(order.customer.call, order.id))
    await order.customer.call('PATCH', `/booking/${order.id}`, {})
    expect(await order.read()).toMatchObject({ stage: 'Paid', totalPrice: 50 })
  })

  test('cancels a payment that was opened before the cancellation, and refuses to open one during it', async () => {
    const order = await placeOrder()
    const payment = { totalPrice: 75, bookingId: order.id }
    const open = () => order.customer.call('POST', '/create-payment-intent', payment)
    const [opened, cancelled] = await runInLockOrder(shop.db, lockRow('orders', order.id), [
      open,
      () => order.cancel('1'),
    ])
    expect([opened?.status, cancelled?.body]).toEqual([200, { cancelledCount: 1 }])
    expect((await cards.pay(opened?.body.clientSecret)).error?.code).toBe(
      'payment_intent_unexpected_state',
    )
    const other = await placeOrder()
    let second: Promise<ApiResponse> | undefined
    const openSecond = () =>
      other.customer.call('POST', '/create-payment-intent', { ...payment, bookingId: other.id })
    const [first] = await runInLockOrder<unknown>(shop.db, lockRow('orders', other.id), [
      () =>
        cancelOrderLines(
          deferredBy(() => second),
          other.id,
          actorOf(other.customer),
          [1],
        ),
      () => (second = openSecond()),
    ])
    expect(first).toEqual({ cancelledCount: 1 })
    expect((await second)?.body.code).toBe('cancellation_begun')
    await cards.pay(await startPayment(other.customer.call, other.id))
    await other.customer.call('PATCH', `/booking/${other.id}`, {})
    expect(await other.read()).toMatchObject({ stage: 'Paid', totalPrice: 50 })
  })
})
