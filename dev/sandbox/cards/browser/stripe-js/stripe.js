import { createElements } from './elements.js'
import { integrationError } from './mistakes.js'
import { createPayments } from './payments.js'

const origin = new URL(document.currentScript.src).origin

/** The provider's entry: `Stripe(publishableKey)`. */
function Stripe(publishableKey) {
  if (!/^pk_test_/.test(String(publishableKey))) {
    throw integrationError('Please call Stripe() with your publishable key, which begins pk_test_.')
  }
  const payments = createPayments(origin, publishableKey)

  return {
    ...payments,
    elements: () => createElements(origin),
    handleCardAction: (clientSecret) => payments.handleNextAction({ clientSecret }),
    async createToken() {
      throw integrationError("The sandbox's stand-in makes no tokens; use confirmCardPayment().")
    },
    registerAppInfo() {},
    _registerWrapper() {},
    _apiKey: publishableKey,
  }
}

Stripe.version = 'endive'
window.Stripe = Stripe
