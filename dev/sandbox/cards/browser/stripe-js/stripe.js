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
    createToken: refuseCall,
    createPaymentMethod: refuseCall,
    registerAppInfo() {},
    _registerWrapper() {},
    _apiKey: publishableKey,
  }
}

Stripe.version = 'endive'
window.Stripe = Stripe

/** Creates the payment calls of the script. For a declined card, the promise resolves with an error. */
export function createPayments(origin, key) {
  return { confirmCardPayment }

  async function confirmCardPayment(clientSecret, { payment_method: method }) {
    const path = `/v1/payment_intents/${intentIdOf(clientSecret, 'confirmCardPayment')}/confirm`
    const fields = {
      ...{ expected_payment_method_type: 'card', use_stripe_sdk: 'true' },
      ...{ key, client_secret: clientSecret },
      ...flatten({ billing_details: method.billing_details }, 'payment_method_data'),
    }
    return follow(await cardOf(method)._submit(path, fields), clientSecret)
  }

  /** Returns `{ body }` and never throws. */
  async function readIntent(clientSecret) {
    const form = new URLSearchParams({ key, client_secret: clientSecret })
    const path = `/v1/payment_intents/${intentIdOf(clientSecret, 'confirmCardPayment')}`
    try {
      return { body: await (await fetch(`${origin}${path}?${form}`)).json() }
    } catch {
      return { body: { error: unreachable } }
    }
  }

  /** Completes the next action of an intent, such as 3-D Secure. */
  async function follow({ body }, clientSecret) {
    if (body.error) return { error: body.error }
    if (body.status !== 'requires_action') return { paymentIntent: body }
    const { source } = body.next_action.use_stripe_sdk
    await showChallenge({ origin, key, clientSecret, source })

    const { body: after } = await readIntent(clientSecret)
    if (after.error) return { error: after.error }
    if (after.status !== 'requires_payment_method') return { paymentIntent: after }
    return { error: { ...after.last_payment_error, payment_intent: after } }
  }
}

async function refuseCall() {
  throw integrationError('The sandbox supports only confirmCardPayment().')
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
