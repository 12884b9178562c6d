import { expect, onTestFinished, test, vi } from 'vitest'
import { CallError, toNetworkProblem } from '../../../api/call-error.ts'
import { queryClient } from '../../../api/query-client.ts'
import { stubStorage } from '../../../testing/stub-storage.ts'
import { sessionQuery } from '../../identity/session.ts'
import { readUnsentNumber, saveUnsentNumber, sendShipment } from './ship-order.tsx'
import { formatContent, pasteColumn, shipOrders } from './ship-orders-dialog.tsx'

const orderNumbers = ['FH-1', 'FH-2', 'FH-3', 'FH-4']

test('pastes tracking numbers into the fields from the given one on, and keeps the others', () => {
  const paste = (values: string[], index: number, text: string) =>
    pasteColumn(orderNumbers, values, index, text)
  expect(paste(['a', 'b', 'c', 'd'], 1, 'JD1\r\nJD2\r\n')).toEqual(['a', 'JD1', 'JD2', 'd'])
  expect(paste(['', ''], 0, 'JD1\nJD2\nJD3')).toEqual(['JD1', 'JD2'])
  expect(paste(['', ''], 0, 'JD1\t\nJD2\t\n')).toEqual(['JD1', 'JD2'])
  expect(paste(['', '', ''], 0, 'DHL\tJD1\n\nDHL\tJD3')).toEqual(['JD1', '', 'JD3'])
})

test('pastes tracking numbers by order number if the pasted table contains order numbers', () => {
  const table = 'Order\tTracking\nFH-3\tJD3\nJD1\tfh-1\nFH-104216\tJD9\n'
  expect(pasteColumn(orderNumbers, ['', 'b', '', 'd'], 1, table)).toEqual(['JD1', 'b', 'JD3', 'd'])
  expect(pasteColumn(orderNumbers, ['', ''], 0, 'FH-1\tJD1\t\nFH-2\tJD2\t\n')).toEqual([
    'JD1',
    'JD2',
  ])
  expect(pasteColumn(orderNumbers, ['a', 'b'], 0, 'FH-104216\tJD9')).toEqual(['a', 'b'])
})

test.each([
  ['when the server cannot be reached', toNetworkProblem(undefined)],
  ['when the server rejects the session', { ...toNetworkProblem(undefined), status: 401 }],
])('ships the orders after a refused one, and stops %s', async (_, problem) => {
  const failure = new CallError(problem)
  const ship = vi.fn(async (order: { orderNumber: string }) => {
    if (order.orderNumber === 'FH-3') throw failure
    return order.orderNumber === 'FH-1' ? 'FH-1 was already shipped.' : ''
  })
  const orders = [...orderNumbers, 'FH-5'].map((orderNumber) => ({ orderNumber }))
  expect(await shipOrders(orders, ship)).toEqual({
    shipped: 1,
    refusals: [
      'FH-1 was already shipped.',
      expect.stringContaining(failure.message),
      '2 more orders were not shipped.',
    ],
  })
  expect(ship).toHaveBeenCalledTimes(3)
})

test('sends a shipment again when its response is lost, and counts a repeat without effect as done', async () => {
  const fetch = vi.fn(async () => Response.json({ modifiedCount: 0 }))
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetch)
  const tracking = { carrier: 'DHL', trackingNumber: 'JD1' }
  expect(await sendShipment('FH-1', 'id', tracking)).toBe('')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('names the tracking number to check, because another user may have shipped the order', async () => {
  const fetch = vi.fn(async () => Response.json({ modifiedCount: 0 }))
  vi.stubGlobal('fetch', fetch)
  const ship = (trackingNumber: string) =>
    sendShipment('FH-1', 'id', { carrier: 'DHL', trackingNumber })
  expect(await ship('')).toBe('FH-1 was already shipped.')
  const message = 'FH-1 was already shipped. Check that its tracking number is JD1.'
  expect(await ship('JD1')).toBe(message)
  // An overloaded server has not completed the first attempt.
  fetch.mockResolvedValueOnce(new Response(null, { status: 503 }))
  expect(await ship('JD1')).toBe(message)
})

test('offers an unsent tracking number only to the user who entered it', () => {
  stubStorage('sessionStorage')
  onTestFinished(() => queryClient.clear())
  const signIn = (email: string) => {
    const user = { email, name: email, image: null, emailConfirmed: true, admin: true }
    queryClient.setQueryData(sessionQuery.queryKey, user)
  }
  signIn('ada@freehub.test')
  saveUnsentNumber('id', 'JD1')
  expect(readUnsentNumber('id')).toBe('JD1')
  signIn('grace@freehub.test')
  expect(readUnsentNumber('id')).toBe('')
})

test('formats the content of a parcel by part, or by number of lines', () => {
  const order = { lineCount: 1, quantity: 1320, productName: 'Holm rotor, 160 mm, 6-bolt' }
  expect(formatContent(order)).toBe('1,320 × Holm rotor, 160 mm, 6-bolt')
  expect(formatContent({ ...order, lineCount: 12 })).toBe('12 lines, 1,320 pieces')
})
