import { createElements } from './card-element.js'
import { integrationError, intentIdOf, showChallenge } from './frame.js'

const origin = new URL(document.currentScript.src).origin

function Stripe(publishableKey) {
  if (!/^pk_test_/.test(String(publishableKey))) {
    throw integrationError(
      'Please call Stripe() with your publishable key, which begins with pk_test_.',
    )
  }
  const payments = createPayments(origin, publishableKey)

  return {
    ...payments,
    elements: () => createElements(origin),
    handleCardAction: (clientSecret) => payments.handleNextAction({ clientSecret }),
    async createToken() {
      throw integrationError('The sandbox does not support tokens. Use confirmCardPayment().')
    },
    registerAppInfo() {},
    _registerWrapper() {},
    _apiKey: publishableKey,
  }
}

Stripe.version = 'endive'
window.Stripe = Stripe

/** Creates the payment calls of the script. A declined card resolves with an error and never rejects. */
export function createPayments(origin, key) {
  return { confirmCardPayment, createPaymentMethod, handleNextAction, retrievePaymentIntent }

  async function confirmCardPayment(clientSecret, data = {}, options = {}) {
    const id = intentIdOf(clientSecret, 'confirmCardPayment')
    const path = `/v1/payment_intents/${id}`
    const { payment_method: method, return_url, receipt_email } = data
    const fields = {
      ...flatten({ return_url, receipt_email }),
      ...{ expected_payment_method_type: 'card', use_stripe_sdk: 'true' },
      ...{ key, client_secret: clientSecret },
    }
    if (!method) {
      const now = await callApi(origin, 'GET', path, { key, client_secret: clientSecret })
      if (now.body.status === 'requires_action') return follow(now, clientSecret, options)
    }
    return follow(await confirm(`${path}/confirm`, fields, method), clientSecret, options)
  }

  function confirm(path, fields, method) {
    if (!method || typeof method === 'string') {
      return callApi(origin, 'POST', path, { ...fields, ...flatten({ payment_method: method }) })
    }
    const element = cardOf(method)
    const prefix = 'payment_method_data'
    const billing = flatten({ billing_details: method.billing_details }, prefix)
    return element._submit(path, { ...fields, ...billing }, prefix)
  }

  async function createPaymentMethod({ type, card, billing_details, metadata } = {}) {
    if (type !== 'card') throw integrationError('The sandbox supports only card payment methods.')
    const fields = { key, ...flatten({ billing_details, metadata }) }
    const { body } = await cardOf({ card })._submit('/v1/payment_methods', fields, '')
    return body.error ? { error: body.error } : { paymentMethod: body }
  }

  async function handleNextAction({ clientSecret }) {
    const { body } = await read(clientSecret, 'handleNextAction')
    if (body.error) return { error: body.error }
    return follow({ status: 200, body }, clientSecret, {})
  }

  async function retrievePaymentIntent(clientSecret) {
    const { body } = await read(clientSecret, 'retrievePaymentIntent')
    return body.error ? { error: body.error } : { paymentIntent: body }
  }

  function read(clientSecret, method) {
    const path = `/v1/payment_intents/${intentIdOf(clientSecret, method)}`
    return callApi(origin, 'GET', path, { key, client_secret: clientSecret })
  }

  /** Completes the next action of an intent, such as 3-D Secure. */
  async function follow({ body }, clientSecret, { handleActions = true }) {
    if (body.error) return { error: body.error }
    if (body.status !== 'requires_action' || !handleActions) return { paymentIntent: body }
    const { source } = body.next_action.use_stripe_sdk
    await showChallenge({ origin, key, clientSecret, source })

    const { body: after } = await read(clientSecret, 'handleNextAction')
    if (after.error) return { error: after.error }
    if (after.status !== 'requires_payment_method') return { paymentIntent: after }
    return { error: { ...after.last_payment_error, payment_intent: after } }
  }
}

function cardOf({ card }) {
  if (card?._elementType === 'card') return card
  throw integrationError(
    'Invalid value for payment_method: card should be a card Element created by elements.create().',
  )
}

const unreachable = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

/** Calls the provider's API. Returns `{ status, body }` and never throws. */
export async function callApi(origin, method, path, fields) {
  const form = new URLSearchParams(fields)
  try {
    const response =
      method === 'GET'
        ? await fetch(`${origin}${path}?${form}`)
        : await fetch(origin + path, { method, body: form })
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: { error: unreachable } }
  }
}

/** `{ billing: { name: 'A' } }` → `{ 'billing[name]': 'A' }`. Omits empty values. */
export function flatten(fields, prefix = '') {
  return Object.entries(fields ?? {}).reduce((flat, [name, value]) => {
    const key = prefix ? `${prefix}[${name}]` : name
    if (value === null || value === undefined || value === '') return flat
    if (typeof value === 'object') return Object.assign(flat, flatten(value, key))
    flat[key] = String(value)
    return flat
  }, {})
}
