import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, keys, sdk, testSettings } from '../testing/fixture.ts'

let sandbox: Sandbox
let stripe: Stripe

beforeAll(async () => {
  sandbox = await startSandbox(testSettings())
  stripe = sdk(sandbox.url)
})
afterEach(() => control(sandbox.url, 'cards/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const order = { amount: 129_900, currency: 'usd', metadata: { order: '42' } } as const
const create = (others: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...order, ...others })
const pay = async (card = 'pm_card_visa') =>
  stripe.paymentIntents.confirm((await create()).id, { payment_method: card })

describe('A shop asks for money', () => {
  test('and gets an intent that waits for a card, with a secret for the browser', async () => {
    const intent = await create({
      allowed_payment_method_types: ['card'],
      description: 'Order 42',
      receipt_email: 'buyer@example.com',
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 129_900,
      currency: 'usd',
      status: 'requires_payment_method',
      metadata: { order: '42' },
      receipt_email: 'buyer@example.com',
      allowed_payment_method_types: ['card'],
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  test.each([
    ['less than fifty cents', { amount: 49 }, 'amount_too_small'],
    ['more than is possible', { amount: 100_000_000 }, 'amount_too_large'],
    ['half cents', { amount: 99.5 }, 'parameter_invalid_integer'],
    ['a parameter the SDK does not know', { payment_method_types: ['card'] }, 'parameter_unknown'],
  ])('and is refused for %s', async (_what, others, code) => {
    await expect(create(others as object)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
    })
  })

  test('and is told apart what is missing from what is not done here', async () => {
    await expect(
      stripe.paymentIntents.create({ currency: 'usd' } as Stripe.PaymentIntentCreateParams),
    ).rejects.toMatchObject({ code: 'parameter_missing', param: 'amount' })
    await expect(create({ customer: 'cus_1' })).rejects.toThrow(/does not know what to do/)
    await expect(create({ currency: 'xyz' })).rejects.toThrow(/Invalid currency/)
  })

  test('with a wrong key, no key, or the browser’s key, and is turned away', async () => {
    for (const key of ['sk_test_somethingelse', keys.publishable]) {
      await expect(sdk(sandbox.url, { key }).paymentIntents.create(order)).rejects.toMatchObject({
        type: 'StripeAuthenticationError',
        statusCode: 401,
      })
    }
    const bare = await fetch(`${sandbox.url}/v1/payment_intents`, { method: 'POST' })
    expect(bare.status).toBe(401)
    expect(bare.headers.get('request-id')).toMatch(/^req_/)
  })

  test('for an intent that does not exist, and is told so', async () => {
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    })
    const odd = await fetch(`${sandbox.url}/v1/accounts`)
    expect(odd.status).toBe(404)
    expect(await odd.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })
})

describe('A card is charged', () => {
  test('and the intent succeeds with a charge that can be expanded', async () => {
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
  ])('and %s is declined, and another card may be tried', async (card, code, declined, message) => {
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

  test('once only', async () => {
    const paid = await pay()
    await expect(
      stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    })
  })

  test('never by a number sent from a server', async () => {
    const intent = await create()
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040' }
    await expect(
      stripe.paymentIntents.confirm(intent.id, {
        payment_method_data: { type: 'card', card } as object as { type: 'card' },
      }),
    ).rejects.toThrow(/generally unsafe/)
  })

  test('and may be held in processing until it is let go', async () => {
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

describe('An intent is given up', () => {
  test('while no money has moved', async () => {
    const canceled = await stripe.paymentIntents.cancel((await create()).id, {
      cancellation_reason: 'abandoned',
    })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    await expect(
      stripe.paymentIntents.confirm(canceled.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  test('but not after it succeeded, nor twice', async () => {
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

describe('Money is given back', () => {
  test('in parts, up to what was paid, and not once more', async () => {
    const paid = await pay()
    const part = await stripe.refunds.create({ payment_intent: paid.id, amount: 29_900 })
    expect(part).toMatchObject({ amount: 29_900, status: 'succeeded', payment_intent: paid.id })
    await expect(
      stripe.refunds.create({ payment_intent: paid.id, amount: 100_001 }),
    ).rejects.toThrow(
      'Refund amount ($1,000.01 usd) is greater than unrefunded amount on charge ($1,000.00 usd)',
    )
    await stripe.refunds.create({ charge: String(paid.latest_charge) })
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const charge = await stripe.charges.retrieve(String(paid.latest_charge), {
      expand: ['refunds'],
    })
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 129_900 })
    expect(charge.refunds?.data).toHaveLength(2)
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(2)
    expect(await stripe.refunds.retrieve(part.id)).toEqual(part)
  })

  test('only where it was paid', async () => {
    const { id } = await create()
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow(
      /does not have a successful charge/,
    )
  })
})

describe('A request is sent twice under one key', () => {
  const once = (key: string, amount = 5000) =>
    stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey: key })

  test('and gets its first answer again', async () => {
    const first = await once('one')
    const second = await once('one')
    expect(second).toEqual(first)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  test('and gets its first refusal again', async () => {
    const { id } = await create()
    const attempt = () =>
      stripe.paymentIntents
        .confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }, { idempotencyKey: 'no' })
        .catch((error) => error)
    const [first, second] = [await attempt(), await attempt()]
    expect(second.raw.payment_intent).toEqual(first.raw.payment_intent)
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  test('and is refused when it says something else the second time', async () => {
    await once('two')
    await expect(once('two', 6000)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('at the same moment, and one of them has to wait', async () => {
    await control(sandbox.url, 'cards/faults', { delayMs: 50 })
    const answers = await Promise.allSettled([once('three'), once('three')])
    const refused = answers.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('The provider has a bad day', () => {
  test.each([429, 500, 503])('and answers %i before anything is done', async (status) => {
    await control(sandbox.url, 'cards/faults', { failNext: { count: 1, status } })
    await expect(create()).rejects.toMatchObject({ statusCode: status })
    await expect(create()).resolves.toMatchObject({ object: 'payment_intent' })
  })

  test('and breaks off after the work is done, which a repetition finds done once', async () => {
    const intent = await create()
    await control(sandbox.url, 'cards/faults', {
      // Twice, for the SDK itself repeats a call whose connection broke.
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

  test('but not when the fault is not understood', async () => {
    for (const wrong of [{ slow: 1 }, { delayMs: -1 }, { failNext: { status: 404 } }]) {
      expect((await control(sandbox.url, 'cards/faults', wrong)).status).toBe(400)
    }
  })
})

describe('Lists', () => {
  test('are paged, newest first, by the provider’s cursors', async () => {
    const made = []
    for (let index = 0; index < 5; index++) made.push((await create()).id)
    const page = await stripe.paymentIntents.list({ limit: 2 })
    expect(page.data.map(({ id }) => id)).toEqual([made[4], made[3]])
    expect(page.has_more).toBe(true)
    const next = await stripe.paymentIntents.list({ limit: 2, starting_after: made[3] })
    expect(next.data.map(({ id }) => id)).toEqual([made[2], made[1]])
    const back = await stripe.paymentIntents.list({ limit: 2, ending_before: made[1] })
    expect(back.data.map(({ id }) => id)).toEqual([made[3], made[2]])
    const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 5 })
    expect(all.map(({ id }) => id)).toEqual(made.toReversed())
  })

  test('of events say what happened to a payment', async () => {
    const paid = await pay()
    const events = await stripe.events.list({ limit: 3 })
    expect(events.data.map(({ type }) => type)).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
    expect(events.data[0]?.data.object).toMatchObject({ id: paid.id, status: 'succeeded' })
    expect(await stripe.events.retrieve(events.data[0]?.id ?? '')).toEqual(events.data[0])
    const typed = await stripe.events.list({ type: 'charge.*', limit: 1 })
    expect(typed.data[0]?.type).toBe('charge.succeeded')
  })
})

describe('A stranger', () => {
  test('who comes by another name of this machine is turned away', async () => {
    const { port } = new URL(sandbox.url)
    const { request } = await import('node:http')
    const status = await new Promise((resolve) =>
      request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, (answer) =>
        resolve(answer.resume().statusCode),
      ).end(),
    )
    expect(status).toBe(403)
  })

  test('whose page is elsewhere cannot make the provider misbehave', async () => {
    const answer = await fetch(`${sandbox.url}/sandbox/cards/faults`, {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: '{"delayMs":1}',
    })
    expect(answer.status).toBe(403)
  })
})
