import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createCardProvider } from '../../../../tests/support/shop/ledger.ts'

const received: http.IncomingHttpHeaders[] = []
const api = http.createServer(({ headers }, response) => {
  received.push(headers)
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_1' })
  response.end(JSON.stringify({ id: 'pi_1', object: 'payment_intent', metadata: {}, created: 0 }))
})
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  port = (api.address() as AddressInfo).port
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => {
  api.closeAllConnections()
  api.close()
})

test('sends no telemetry about earlier requests', async () => {
  const cards = createCardProvider(`http://127.0.0.1:${port}`)
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
