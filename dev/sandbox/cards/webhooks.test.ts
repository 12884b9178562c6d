import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import {
  control,
  createStripeClient,
  listenWebhooks,
  testSettings,
} from '../testing/sandbox-helpers.ts'

let sandbox: Sandbox
let stripe: Stripe
let endpoint: Awaited<ReturnType<typeof listenWebhooks>>
/** The statuses of the endpoint's next responses. Later responses have status 200. */
let statuses: number[]

beforeEach(async () => {
  statuses = []
  endpoint = await listenWebhooks(() => statuses.shift() ?? 200)
  sandbox = await startSandbox(testSettings({ stripeWebhookUrl: endpoint.url }))
  stripe = createStripeClient(sandbox.url)
})
afterEach(async () => {
  await sandbox.close()
  await endpoint.close()
})

const create = (overrides: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...overrides })
const pay = (card = 'pm_card_visa') => create({ confirm: true, payment_method: card })
const expectEvents = (types: string[]) =>
  expect.poll(() => endpoint.types().toSorted()).toEqual(types.toSorted())
const listDeliveries = async () =>
  (await control(sandbox.url, 'cards/webhooks', undefined, 'GET')).body

describe('Webhooks', () => {
  test('report a payment by events with a valid signature', async () => {
    const paid = await pay()
    await expectEvents(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'])
    const event = endpoint.received.find(({ type }) => type === 'payment_intent.succeeded')
    expect(event).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { id: paid.id, status: 'succeeded', amount_received: 5000 } },
    })
  })

  test('report a decline, a cancellation, a refund and a challenge', async () => {
    await pay('pm_card_visa_chargeDeclined').catch(() => {})
    await stripe.paymentIntents.cancel((await create()).id)
    await stripe.refunds.create({ payment_intent: (await pay()).id })
    await pay('pm_card_authenticationRequired')
    await expectEvents([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.created',
      'payment_intent.canceled',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'payment_intent.created',
      'payment_intent.requires_action',
    ])
  })

  test('arrive after the response', async () => {
    // With a short delay, a pause of the machine could deliver the event before the response.
    await control(sandbox.url, 'cards/faults', { webhookDelayMs: 2000 })
    await create()
    expect(endpoint.types()).toEqual([])
    await expectEvents(['payment_intent.created'])
  })

  test('are retried after an error response', async () => {
    statuses = [500, 204]
    await create()
    await expectEvents(['payment_intent.created', 'payment_intent.created'])
    await expect
      .poll(listDeliveries)
      .toMatchObject([{ type: 'payment_intent.created', attempts: 2, lastResult: '204' }])
    expect(endpoint.received[0]?.id).toBe(endpoint.received[1]?.id)
  })

  test('arrive twice while the fault `doubleWebhooks` is set', async () => {
    await control(sandbox.url, 'cards/faults', { doubleWebhooks: true, webhookDelayMs: 0 })
    await create()
    await expectEvents(['payment_intent.created', 'payment_intent.created'])
  })

  test('are held while `holdWebhooks` is set, and are sent after a release', async () => {
    await control(sandbox.url, 'cards/faults', { holdWebhooks: true, webhookDelayMs: 0 })
    const held = await create()
    await expect.poll(listDeliveries).toMatchObject([{ isHeld: true }])
    await control(sandbox.url, 'cards/faults', { holdWebhooks: false })
    const sent = await create()
    // The first event would have arrived before the second one.
    const intents = () => endpoint.received.map(({ data }) => (data.object as { id: string }).id)
    await expect.poll(intents).toContain(sent.id)
    expect(intents()).toEqual([sent.id])
    await control(sandbox.url, 'cards/webhooks/release')
    await expect.poll(intents).toEqual([sent.id, held.id])
  })
})
