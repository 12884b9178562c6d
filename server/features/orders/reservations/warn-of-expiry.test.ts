import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { placeOrder, placePaidOrder, waitForOutbox } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import type { Mail } from '../../../platform/mail/queue-mail.ts'
import { warnOfExpiry } from './expire-orders.ts'
import { warningSeconds } from './extend-reservation.ts'

const shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
const cards = createCardClient(shop)
const part = await addPart(shop, { stock: 100_000 })
afterAll(() => shop.close())

const config = { reservationHours: 72 }

async function setTimeLeft(ids: string[], interval: string) {
  await waitForOutbox(shop.db)
  await sql`update orders set reserved_until = now() + ${interval}::interval
    where id = any(${ids}::uuid[])`.execute(shop.db)
}

async function placeOrders(count: number) {
  const { call } = await addCustomer(shop)
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await placeOrder(call, part))
  return ids
}

/** Runs the job and returns the ids of the orders for which it queued a warning. */
async function runWarnings(): Promise<string[]> {
  const orderIds: string[] = []
  const queueMail = async (_tx: unknown, mail: Mail) => {
    expect(mail.kind).toBe('order-lapsing')
    if ('orderId' in mail) orderIds.push(mail.orderId)
  }
  expect(await warnOfExpiry({ db: shop.db, queueMail, config })).toBe(orderIds.length)
  return orderIds
}

test.each([
  [72, 12 * 3600],
  [24, 4 * 3600],
])('for a reservation of %i hours, warns %i seconds before its end', (hours, seconds) => {
  expect(warningSeconds(hours)).toBe(seconds)
})

test('warns once, twelve hours before the reservation of an unpaid order expires', async () => {
  const ids = await placeOrders(3)
  const [soon, later, expired] = ids as [string, string, string]
  await setTimeLeft([soon], '11 hours 59 minutes')
  await setTimeLeft([later], '12 hours 1 minute')
  await setTimeLeft([expired], '-1 second')
  expect(await runWarnings()).toEqual([soon])
  expect(await runWarnings()).toEqual([])
  await setTimeLeft([later], '1 minute')
  expect(await runWarnings()).toEqual([later])
})

test('warns again before the new end of an extended reservation', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, part)
  await setTimeLeft([id], '11 hours')
  expect(await runWarnings()).toEqual([id])
  await customer.call('POST', `/api/orders/${id}/extension`)
  expect(await runWarnings()).toEqual([])
  await setTimeLeft([id], '11 hours')
  expect(await runWarnings()).toEqual([id])
  expect(await runWarnings()).toEqual([])
})

test('warns one hour before the end of a reservation of six hours', async () => {
  const ids = await placeOrders(2)
  await setTimeLeft([ids[0] as string], '59 minutes')
  await setTimeLeft([ids[1] as string], '61 minutes')
  const deps = { db: shop.db, queueMail: async () => {}, config: { reservationHours: 6 } }
  expect(await warnOfExpiry(deps)).toBe(1)
  await setTimeLeft(ids, '1 day')
})

test('sends no warning for an order that is paid, cancelled or being cancelled', async () => {
  const customer = await addCustomer(shop)
  const paid = await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${cancelled}?client=${customer.email}`)
  const cancelling = await placeOrder(customer.call, part)
  await sql`update orders set cancellation_began_at = now() where id = ${cancelling}`.execute(
    shop.db,
  )
  await setTimeLeft([paid, cancelled, cancelling], '1 hour')
  expect(await runWarnings()).toEqual([])
  await setTimeLeft([cancelling], '1 day')
})

test('skips the orders that another process is warning about', async () => {
  const ids = await placeOrders(22)
  await setTimeLeft(ids, '1 hour')
  const { promise: otherIsDone, resolve: finishOther } = Promise.withResolvers<void>()
  const { promise: hasClaimed, resolve: reportClaim } = Promise.withResolvers<void>()
  const orderIds: string[] = []
  const queueMail = async (_tx: unknown, mail: Mail) => {
    // A process queues mails after it has claimed its orders.
    reportClaim()
    await otherIsDone
    if ('orderId' in mail) orderIds.push(mail.orderId)
  }
  const first = warnOfExpiry({ db: shop.db, queueMail, config })
  await Promise.race([hasClaimed, first])
  const others = await runWarnings().finally(finishOther)
  expect(others).toHaveLength(2)
  expect(await first).toBe(20)
  expect([...orderIds, ...others].toSorted()).toEqual(ids.toSorted())
})

test('queues all warnings of an interrupted run in the next run', async () => {
  // These are more orders than one batch contains.
  const ids = await placeOrders(22)
  await setTimeLeft(ids, '1 hour')
  let queued = 0
  const queueMail = async () => {
    queued += 1
    if (queued === 2) throw new Error('planted')
  }
  await expect(warnOfExpiry({ db: shop.db, queueMail, config })).rejects.toThrow('planted')
  expect((await runWarnings()).toSorted()).toEqual(ids.toSorted())
})
