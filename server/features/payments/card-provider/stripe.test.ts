import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createCardProvider } from '../../../../tests/support/shop/ledger.ts'
import { ProviderRefused, ProviderUnavailable } from './provider.ts'

const INTENT = { id: 'pi_1', object: 'payment_intent', metadata: {}, created: 1_700_000_000 }

const received: http.IncomingHttpHeaders[] = []
/** The next responses. Without any, each response is an intent. */
let responses: { status?: number; body: object }[] = []
const api = http.createServer(({ headers }, response) => {
  received.push(headers)
  const { status = 200, body } = responses.shift() ?? { body: INTENT }
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_1',
    'stripe-should-retry': 'false',
  })
  response.end(JSON.stringify(body))
})

const connect = () => createCardProvider(`http://127.0.0.1:${port}`)
const invalid = (code: string, status = 400) => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message: code } },
})

await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
const port = (api.address() as AddressInfo).port
afterEach(() => {
  responses = []
  vi.restoreAllMocks()
})
afterAll(() => {
  api.closeAllConnections()
  api.close()
})

test('sends no telemetry about earlier requests', async () => {
  const cards = connect()
  for (let n = 0; n < 2; n++) await cards.readIntent('pi_1')
  expect(received).toHaveLength(2)
  for (const headers of received) expect(headers).not.toHaveProperty('x-stripe-client-telemetry')
})

test.each([
  ['http://cards.test', 80, http],
  ['https://cards.test', 443, https],
] as const)('requests to %s go to port %i', async (url, expected, module) => {
  const { request } = http
  const sent = vi
    .spyOn(module, 'request')
    .mockImplementation(((options: https.RequestOptions) =>
      request({ ...options, agent: undefined, host: '127.0.0.1', port })) as typeof http.request)
  await createCardProvider(url).readIntent('pi_1')
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ host: 'cards.test', port: expected })
})

test('reads the time of an intent, which Stripe sends in seconds', async () => {
  const intent = await connect().readIntent('pi_1')
  expect(intent?.createdAt).toEqual(new Date('2023-11-14T22:13:20Z'))
})

test('returns an empty client secret if Stripe sends none', async () => {
  responses = [{ body: { ...INTENT, client_secret: null } }]
  expect((await connect().readIntent('pi_1'))?.clientSecret).toBe('')
})

test('cancelling an intent that is already closed returns it, and another refusal of Stripe throws', async () => {
  responses = [invalid('payment_intent_unexpected_state')]
  expect(await connect().cancelIntent('pi_1')).toMatchObject({ id: 'pi_1' })
  responses = [invalid('parameter_unknown')]
  await expect(connect().cancelIntent('pi_1')).rejects.toThrow('rejected an invalid request')
})

test('returns the id of an existing refund, or a made-up id if Stripe lists none', async () => {
  const already = invalid('charge_already_refunded')
  responses = [already, { body: { object: 'list', data: [{ id: 're_1' }] } }]
  expect(await connect().refundIntent('pi_1')).toBe('re_1')
  responses = [already, { body: { object: 'list', data: [] } }]
  expect(await connect().refundIntent('pi_1')).toBe('refunded-pi_1')
})

test('requests a refused refund again with another key, because Stripe repeats a refusal for a day', async () => {
  const refund = { id: 're_1', object: 'refund', status: 'succeeded' }
  responses = [invalid('balance_insufficient'), { body: refund }]
  expect(await connect().refundIntent('pi_1')).toBe('re_1')
  const [first, second] = received.slice(-2).map((headers) => headers['idempotency-key'])
  expect(first).toBe('refund-pi_1')
  expect(second).toMatch(/^refund-pi_1-\d+$/)
})

test.each([
  [409, 'another_request', ProviderUnavailable],
  [400, 'lock_timeout', ProviderUnavailable],
  [400, 'charge_disputed', ProviderRefused],
])(
  'throws ProviderUnavailable for a refused refund only if a retry can help: status %i, code %s',
  async (status, code, expected) => {
    responses = [invalid(code, status), invalid(code, status)]
    await expect(connect().refundIntent('pi_1')).rejects.toBeInstanceOf(expected)
  },
)
