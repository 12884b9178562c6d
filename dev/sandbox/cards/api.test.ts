import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, createStripeClient, keys, testSettings } from '../testing/sandbox-helpers.ts'

let sandbox: Sandbox
let stripe: Stripe

beforeAll(async () => {
  sandbox = await startSandbox(testSettings())
  stripe = createStripeClient(sandbox.url)
})
afterEach(() => control(sandbox.url, 'cards/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const order = { amount: 129_900, currency: 'usd', metadata: { order: '42' } } as const
const create = (overrides: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...order, ...overrides })
const pay = async (card = 'pm_card_visa') =>
  stripe.paymentIntents.confirm((await create()).id, { payment_method: card })

describe('Creating an intent', () => {
  test('returns an intent that requires a payment method, with a client secret', async () => {
    const intent = await create({
      allowed_payment_method_types: ['card'],
      description: 'Order 42',
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 129_900,
      currency: 'usd',
      status: 'requires_payment_method',
      metadata: { order: '42' },
      allowed_payment_method_types: ['card'],
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  test.each([
    ['an amount below fifty cents', { amount: 49 }, 'amount_too_small'],
    ['an amount above the maximum', { amount: 100_000_000 }, 'amount_too_large'],
    ['fractions of a cent', { amount: 99.5 }, 'parameter_invalid_integer'],
    ['a parameter unknown to the SDK', { payment_method_types: ['card'] }, 'parameter_unknown'],
  ])('rejects %s', async (_name, overrides, code) => {
    await expect(create(overrides as object)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
    })
  })

  test('rejects missing, unsupported and invalid parameters', async () => {
    await expect(
      stripe.paymentIntents.create({ currency: 'usd' } as Stripe.PaymentIntentCreateParams),
    ).rejects.toMatchObject({ code: 'parameter_missing', param: 'amount' })
    await expect(create({ customer: 'cus_1' })).rejects.toThrow(/does not support/)
    await expect(create({ currency: 'xyz' })).rejects.toThrow(/Invalid currency/)
  })

  test('rejects the expansion of a property that does not exist', async () => {
    const { id } = await create()
    await expect(
      stripe.paymentIntents.retrieve(id, { expand: ['toString'] }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'expand' })
  })

  test('rejects requests without the secret key', async () => {
    for (const key of ['sk_test_somethingelse', keys.publishable]) {
      await expect(
        createStripeClient(sandbox.url, { key }).paymentIntents.create(order),
      ).rejects.toMatchObject({
        type: 'StripeAuthenticationError',
        statusCode: 401,
      })
    }
    const bare = await fetch(`${sandbox.url}/v1/payment_intents`, { method: 'POST' })
    expect(bare.status).toBe(401)
    expect(bare.headers.get('request-id')).toMatch(/^req_/)
  })

  test('returns 404 for unknown intents and paths', async () => {
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    })
    const unknownPath = await fetch(`${sandbox.url}/v1/accounts`)
    expect(unknownPath.status).toBe(404)
    expect(await unknownPath.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })
})

describe('Confirming an intent', () => {
  test('charges the card, and returns the charge if the request expands it', async () => {
    const paid = await stripe.paymentIntents.create({
      ...order,
      confirm: true,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 129_900,
      latest_charge: { object: 'charge', paid: true, amount: 129_900 },
      payment_method: { card: { brand: 'visa', last4: '4242' } },
    })
    const charge = paid.latest_charge as Stripe.Charge
    const list = await stripe.charges.list({ payment_intent: paid.id })
    expect(list.data.map(({ id }) => id)).toEqual([charge.id])
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
  ])('declines %s and accepts another card afterwards', async (card, code, declined, message) => {
    const intent = await create()
    const refused = await stripe.paymentIntents
      .confirm(intent.id, { payment_method: card })
      .catch((error) => error)
    expect(refused).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declined,
      message,
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    const now = await stripe.paymentIntents.retrieve(intent.id)
    expect(now).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, decline_code: declined, message },
    })
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(2)
  })

  test('charges only once', async () => {
    const paid = await pay()
    await expect(
      stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    })
  })

  test('rejects card numbers sent by a server', async () => {
    const intent = await create()
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040' }
    await expect(
      stripe.paymentIntents.confirm(intent.id, {
        payment_method_data: { type: 'card', card } as object as { type: 'card' },
      }),
    ).rejects.toThrow(/generally unsafe/)
  })

  test('stays in processing until the test releases it', async () => {
    await control(sandbox.url, 'cards/faults', { holdProcessing: true })
    const held = await pay()
    expect(held.status).toBe('processing')
    await expect(stripe.paymentIntents.cancel(held.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await control(sandbox.url, 'cards/processing/release')).toMatchObject({
      body: { released: 1 },
    })
    expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('succeeded')
  })
})

describe('Cancelling an intent', () => {
  test('succeeds before money is captured', async () => {
    const canceled = await stripe.paymentIntents.cancel((await create()).id)
    expect(canceled).toMatchObject({ status: 'canceled' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    await expect(
      stripe.paymentIntents.confirm(canceled.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  test('is rejected if the intent has succeeded or was cancelled before', async () => {
    const paid = await pay()
    const { id } = await stripe.paymentIntents.cancel((await create()).id)
    for (const intent of [paid.id, id]) {
      await expect(stripe.paymentIntents.cancel(intent)).rejects.toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
      })
    }
  })
})

describe('Refunds', () => {
  test('may be partial, up to the amount that is not refunded yet', async () => {
    const paid = await pay()
    const partial = await stripe.refunds.create({ payment_intent: paid.id, amount: 29_900 })
    expect(partial).toMatchObject({ amount: 29_900, status: 'succeeded', payment_intent: paid.id })
    await expect(
      stripe.refunds.create({ payment_intent: paid.id, amount: 100_001 }),
    ).rejects.toThrow(
      'Refund amount ($1,000.01 usd) is greater than unrefunded amount on charge ($1,000.00 usd)',
    )
    await stripe.refunds.create({ payment_intent: paid.id })
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const { latest_charge } = await stripe.paymentIntents.retrieve(paid.id, {
      expand: ['latest_charge'],
    })
    expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 129_900 })
    const refunds = await stripe.refunds.list({ payment_intent: paid.id })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([100_000, 29_900])
  })

  test('are rejected for unpaid intents', async () => {
    const { id } = await create()
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow(
      /does not have a successful charge/,
    )
  })
})

describe('A repeated idempotency key', () => {
  const createWithKey = (key: string, amount = 5000) =>
    stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey: key })

  test('returns the first response again', async () => {
    const first = await createWithKey('one')
    const second = await createWithKey('one')
    expect(second).toEqual(first)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  test('returns the first decline again', async () => {
    const { id } = await create()
    const attempt = () =>
      stripe.paymentIntents
        .confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }, { idempotencyKey: 'no' })
        .catch((error) => error)
    const [first, second] = [await attempt(), await attempt()]
    expect(second.raw.payment_intent).toEqual(first.raw.payment_intent)
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  test('is rejected with other parameters', async () => {
    await createWithKey('two')
    await expect(createWithKey('two', 6000)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('is rejected while the first request is in flight', async () => {
    await control(sandbox.url, 'cards/faults', { delayMs: 1000 })
    const results = await Promise.allSettled([createWithKey('three'), createWithKey('three')])
    const rejected = results.find((result) => result.status === 'rejected')
    expect(rejected?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('Injected faults', () => {
  test.each([429, 500, 503])('return %i before the request is processed', async (status) => {
    await control(sandbox.url, 'cards/faults', { failNext: { count: 1, status } })
    await expect(create()).rejects.toMatchObject({ statusCode: status })
    await expect(create()).resolves.toMatchObject({ object: 'payment_intent' })
  })

  test('close the connection after the request, and a retry returns the same result', async () => {
    const intent = await create()
    await control(sandbox.url, 'cards/faults', {
      // Twice, because the SDK itself retries after a closed connection.
      failNext: { count: 2, status: 'cut', when: 'after', path: '/v1/payment_intents' },
    })
    const confirm = () =>
      stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_visa' },
        { idempotencyKey: `confirm-${intent.id}` },
      )
    await expect(confirm()).rejects.toMatchObject({ type: 'StripeConnectionError' })
    expect((await confirm()).status).toBe('succeeded')
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })

  test('rejects invalid parameters', async () => {
    for (const wrong of [{ slow: 1 }, { delayMs: -1 }, { failNext: { status: 404 } }]) {
      expect((await control(sandbox.url, 'cards/faults', wrong)).status).toBe(400)
    }
  })
})

describe('A list', () => {
  test('returns the newest intents first, in pages by Stripe’s cursors', async () => {
    const ids = []
    for (let index = 0; index < 5; index++) ids.push((await create()).id)
    const page = await stripe.paymentIntents.list({ limit: 2 })
    expect(page.data.map(({ id }) => id)).toEqual([ids[4], ids[3]])
    expect(page.has_more).toBe(true)
    const next = await stripe.paymentIntents.list({ limit: 2, starting_after: ids[3] })
    expect(next.data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 5 })
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed())
  })
})

describe('The sandbox', () => {
  test('rejects calls with another host name', async () => {
    const { port } = new URL(sandbox.url)
    const { request } = await import('node:http')
    const status = await new Promise((resolve) =>
      request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, (response) =>
        resolve(response.resume().statusCode),
      ).end(),
    )
    expect(status).toBe(403)
  })

  test('rejects cross-origin requests to its control routes', async () => {
    const response = await fetch(`${sandbox.url}/sandbox/cards/faults`, {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: '{"delayMs":1}',
    })
    expect(response.status).toBe(403)
  })
})
