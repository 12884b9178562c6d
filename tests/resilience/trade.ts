import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answer } from '../support/shop/calls.ts'
import { bookingOf } from '../support/shop/orders.ts'
import type { Person } from '../support/shop/people.ts'
import type { Scene } from './scene.ts'

const AFTER_A_FAILURE_MS = 100

/** What people were told, and must find so ever after. */
interface Told {
  placed: { key: string; id: string; by: Person }[]
  unanswered: { key: string; by: Person }[]
  paid: string[]
  shipped: string[]
  cancelled: string[]
}

/**
 * A lively trade: each customer places an order, then pays it, or cancels it, or leaves it; staff
 * ship. Nobody gives up when the shop fails, and everything that was acknowledged is noted.
 */
export function trade(scene: Scene, customers: Person[]) {
  const told: Told = { placed: [], unanswered: [], paid: [], shipped: [], cancelled: [] }
  let open = true
  const working = customers.map(async (customer) => {
    while (open) await buy(scene, customer, told).catch(() => wait(AFTER_A_FAILURE_MS))
  })
  return {
    told,
    async stop() {
      open = false
      await Promise.all(working)
    },
  }
}

async function buy(scene: Scene, by: Person, told: Told) {
  const attempt = unansweredOf(by, told)
  const id = await place(scene, attempt)
  told.unanswered.splice(told.unanswered.indexOf(attempt), 1)
  told.placed.push({ ...attempt, id })
  const lot = randomInt(4)
  if (lot === 0) return
  if (lot === 1) {
    const { body } = answered(await by.call('DELETE', `/booking/${id}?client=${by.email}`))
    if (body.deletedCount === 1) told.cancelled.push(id)
    return
  }
  const totalPrice = 25
  const begun = answered(
    await by.call('POST', '/create-payment-intent', { totalPrice, bookingId: id }),
  )
  await scene.cards.pay(begun.body.clientSecret)
  answered(await by.call('PATCH', `/booking/${id}`, {}))
  told.paid.push(id)
  const { body } = answered(await scene.admin.call('PATCH', `/shipped/${id}`))
  if (body.modifiedCount === 1) told.shipped.push(id)
}

/** What he has asked for and heard nothing of, under its own key; else something new. */
function unansweredOf(by: Person, { unanswered }: Told) {
  const known = unanswered.find((attempt) => attempt.by === by)
  if (known) return known
  const attempt = { key: randomUUID(), by }
  unanswered.push(attempt)
  return attempt
}

async function place(scene: Scene, { key, by }: { key: string; by: Person }): Promise<string> {
  const headers = { 'idempotency-key': key }
  const answer = await by.call('POST', '/booking', bookingOf(scene.part), headers)
  return answered(answer).body.result.insertedId
}

/** The answer, unless it is an outage. */
function answered(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(JSON.stringify(answer.body))
  return answer
}

/**
 * What was acknowledged is there; who repeats what was never answered has one order of it. Answers
 * how many things were acknowledged.
 */
export async function checkTold(scene: Scene, told: Told): Promise<number> {
  for (const attempt of told.unanswered.splice(0)) {
    told.placed.push({ ...attempt, id: await place(scene, attempt) })
  }
  const customers = [...new Set(told.placed.map(({ by }) => by.id))]
  const orders = await scene.db
    .selectFrom('orders')
    .select(['id', 'paid_at', 'shipped_at', 'cancelled_at'])
    .where('user_id', 'in', customers)
    .execute()
  expect(orders).toHaveLength(told.placed.length)
  const facts = new Map(orders.map((order) => [order.id, order]))
  const { rows } = await sql<{ mails: number }>`select count(*)::int as mails from pgboss.job
    where name = 'mail' and data ->> 'kind' = 'order-placed'
      and data ->> 'orderId' = any(${told.placed.map(({ id }) => id)})`.execute(scene.db)
  expect(rows).toEqual([{ mails: told.placed.length }])
  expect(told.placed.filter(({ id }) => !facts.has(id))).toEqual([])
  expect(told.paid.filter((id) => !facts.get(id)?.paid_at)).toEqual([])
  expect(told.shipped.filter((id) => !facts.get(id)?.shipped_at)).toEqual([])
  expect(told.cancelled.filter((id) => !facts.get(id)?.cancelled_at)).toEqual([])
  return told.placed.length + told.paid.length + told.shipped.length + told.cancelled.length
}
