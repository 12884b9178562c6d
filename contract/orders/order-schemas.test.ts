import { expect, test } from 'vitest'
import { paymentReport } from '../payments/calls.ts'
import { exportQuery, newOrder } from './order-schemas.ts'

const bodies = {
  newOrder: {
    schema: newOrder,
    body: {
      productId: '01890a5d-ac96-774b-bcce-b302099a8057',
      quantity: 1,
      phone: '+12025550123',
      address: '1 Main Street',
    },
  },
  paymentReport: { schema: paymentReport, body: { transactionId: 'pi_1' } },
}

test.each([
  ['name', 200],
  ['productName', 200],
])('newOrder rejects a %s longer than %i characters', (field, maximum) => {
  const accepts = (length: number) =>
    newOrder.safeParse({ ...bodies.newOrder.body, [field]: 'a'.repeat(length) }).success
  expect([accepts(maximum), accepts(maximum + 1)]).toEqual([true, false])
})

test.each(Object.entries(bodies))(
  '%s rejects an email longer than 254 characters',
  (_, { schema, body }) => {
    const accepts = (length: number) =>
      schema.safeParse({ ...body, email: 'a'.repeat(length) }).success
    expect([accepts(254), accepts(255)]).toEqual([true, false])
  },
)

test.each([
  [
    'status',
    'Lost',
    'status must be one of Active, Any, Pending, Paid, Shipped, Cancelled, Refunded.',
  ],
  ['sort', 'price', 'sort must be one of newest, oldest, dearest, cheapest.'],
  ['from', 'May', 'Enter a time such as 2026-01-31T00:00:00Z.'],
  ['until', '0000-01-01T00:00:00Z', 'Use a year from 0001 to 9999.'],
])('the filter %s states the expected value', (name, value, message) => {
  const issues = exportQuery.safeParse({ [name]: value }).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([message])
})
