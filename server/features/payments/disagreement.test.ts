import { expect, test } from 'vitest'
import { type BookedIntent, type Disagreement, disagreementOf } from './disagreement.ts'
import type { Intent } from './provider/provider.ts'

const booked: BookedIntent = {
  id: 'pi_1',
  orderId: 'one',
  amountCents: 2500,
  currency: 'usd',
  state: 'open',
}

const open: Intent = {
  id: 'pi_1',
  clientSecret: '',
  state: 'open',
  amountCents: 2500,
  receivedCents: 0,
  refundedCents: 0,
  currency: 'usd',
  orderId: 'one',
  createdAt: new Date(),
}
const cancelled: Intent = { ...open, state: 'cancelled' }
const paid: Intent = { ...open, state: 'succeeded', receivedCents: 2500 }
const partly: Intent = { ...paid, refundedCents: 1000 }
const back: Intent = { ...paid, refundedCents: 2500 }

const cases: [
  here: BookedIntent['state'] | undefined,
  there: Intent | undefined,
  what: Disagreement | undefined,
][] = [
  [undefined, undefined, undefined],
  [undefined, open, undefined],
  [undefined, paid, 'unknown_here'],
  [undefined, back, undefined],
  ['open', undefined, 'unknown_there'],
  ['open', open, undefined],
  ['open', { ...open, state: 'processing' }, undefined],
  ['open', cancelled, 'cancelled_there'],
  ['open', paid, 'money_not_counted'],
  ['open', back, 'refunded_there'],
  ['open', { ...open, orderId: 'two' }, 'of_another_order'],
  ['open', { ...open, amountCents: 1 }, 'of_another_amount'],
  ['open', { ...open, currency: 'jpy' }, 'of_another_amount'],
  ['settled', undefined, 'unknown_there'],
  ['settled', open, 'money_missing'],
  ['settled', cancelled, 'money_missing'],
  ['settled', paid, undefined],
  ['settled', { ...paid, orderId: undefined }, 'of_another_order'],
  ['settled', { ...paid, receivedCents: 2400 }, 'of_another_amount'],
  ['settled', partly, 'refunded_in_part'],
  ['settled', back, 'refunded_there'],
  ['cancelled', undefined, undefined],
  ['cancelled', open, 'open_there'],
  ['cancelled', cancelled, undefined],
  ['cancelled', paid, 'money_not_counted'],
  ['cancelled', back, undefined],
  ['refunded', undefined, 'unknown_there'],
  ['refunded', paid, 'refund_missing'],
  ['refunded', partly, 'refund_missing'],
  ['refunded', back, undefined],
]

test.each(cases)('%s in the books and %o at the provider: %s', (state, there, what) => {
  expect(disagreementOf(state && { ...booked, state }, there)).toBe(what)
})
