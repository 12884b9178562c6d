import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cards, cardsOf } from '../../../../tests/support/shop/cards.ts'
import { placeOrder, placePaidOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { addCustomer } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import type { Mail } from '../../../platform/mail/queue-mail.ts'
import { warnOfLapse } from './warn-of-lapse.ts'

let shop: TestShop
let cards: Cards
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  cards = cardsOf(shop)
  part = await addPart(shop, { stock: 100_000 })
})
afterAll(() => shop.close())

const config = { reservationHours: 72 }

const setLeft = (ids: string[], interval: string) =>
  sql`update orders set reserved_until = now() + ${interval}::interval
    where id = any(${ids}::uuid[])`.execute(shop.db)

async function placeOrders(count: number) {
  const { call } = await addCustomer(shop)
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await placeOrder(call, part))
  return ids
}

/** Looks, and answers the ids of the orders whose customers are to be told, as it queued them. */
async function warned(): Promise<string[]> {
  const told: string[] = []
  const queueMail = async (_tx: unknown, mail: Mail) => {
    expect(mail.kind).toBe('order-lapsing')
    if ('orderId' in mail) told.push(mail.orderId)
  }
  expect(await warnOfLapse({ db: shop.db, queueMail, config })).toBe(told.length)
  return told
}

test('who has not paid is told twelve hours before, and once', async () => {
  const ids = await placeOrders(3)
  const [soon, later, over] = ids as [string, string, string]
  await setLeft([soon], '11 hours 59 minutes')
  await setLeft([later], '12 hours 1 minute')
  await setLeft([over], '-1 second')
  expect(await warned()).toEqual([soon])
  expect(await warned()).toEqual([])
  await setLeft([later], '1 minute')
  expect(await warned()).toEqual([later])
})

test('who extends his reservation then is told again before its new end', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, part)
  await setLeft([id], '11 hours')
  expect(await warned()).toEqual([id])
  await customer.call('POST', `/api/orders/${id}/extension`)
  expect(await warned()).toEqual([])
  await setLeft([id], '11 hours')
  expect(await warned()).toEqual([id])
  expect(await warned()).toEqual([])
})

test('of a reservation of six hours, one hour before', async () => {
  const ids = await placeOrders(2)
  await setLeft([ids[0] as string], '59 minutes')
  await setLeft([ids[1] as string], '61 minutes')
  const deps = { db: shop.db, queueMail: async () => {}, config: { reservationHours: 6 } }
  expect(await warnOfLapse(deps)).toBe(1)
  await setLeft(ids, '1 day')
})

test('does not warn of an order that is paid, cancelled or being cancelled', async () => {
  const customer = await addCustomer(shop)
  const paid = await placePaidOrder(customer.call, cards, part)
  const gone = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${gone}?client=${customer.email}`)
  const leaving = await placeOrder(customer.call, part)
  await sql`update orders set cancellation_began_at = now() where id = ${leaving}`.execute(shop.db)
  await setLeft([paid, gone, leaving], '1 hour')
  expect(await warned()).toEqual([])
  await setLeft([leaving], '1 day')
})

test('a process leaves out the orders that another one is telling of', async () => {
  const ids = await placeOrders(22)
  await setLeft(ids, '1 hour')
  const { promise: otherIsDone, resolve: goOn } = Promise.withResolvers<void>()
  const told: string[] = []
  const queueMail = async (_tx: unknown, mail: Mail) => {
    await otherIsDone
    if ('orderId' in mail) told.push(mail.orderId)
  }
  const first = warnOfLapse({ db: shop.db, queueMail, config })
  await waitUntil('the first has claimed its orders', async () => {
    const { rows } = await sql`select from orders where id = any(${ids}::uuid[])
      for update skip locked`.execute(shop.db)
    return rows.length === 2
  })
  const others = await warned().finally(goOn)
  expect(others).toHaveLength(2)
  expect(await first).toBe(20)
  expect([...told, ...others].toSorted()).toEqual(ids.toSorted())
})

test('a round that is cut off has warned of no order, and the next warns of all', async () => {
  // More than are claimed at once.
  const ids = await placeOrders(22)
  await setLeft(ids, '1 hour')
  let queued = 0
  const queueMail = async () => {
    queued += 1
    if (queued === 2) throw new Error('planted')
  }
  await expect(warnOfLapse({ db: shop.db, queueMail, config })).rejects.toThrow('planted')
  expect((await warned()).toSorted()).toEqual(ids.toSorted())
})
