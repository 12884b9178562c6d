import { createElements } from './elements.js'
import { integrationError } from './errors.js'
import { createPayments } from './payments.js'

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
