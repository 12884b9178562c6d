import { callApi, flatten } from './api.js'
import { showChallenge } from './challenge.js'
import { integrationError, intentIdOf } from './errors.js'

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
