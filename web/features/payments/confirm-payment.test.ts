import type { PaymentIntentResult, StripeCardElement } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import { confirmPayment } from './confirm-payment.ts'

const payer = { name: 'Velo Nord', email: 'parts@velonord.example', phone: '+49 40 5550 120' }

function paying(answer: () => object) {
  const stripe = { confirmCardPayment: async () => answer() as PaymentIntentResult }
  return confirmPayment(stripe, {} as StripeCardElement, 'pi_1_secret_2', payer)
}

it('answers the transaction when the card is charged', async () => {
  const answer = { paymentIntent: { id: 'pi_1', status: 'succeeded' } }
  expect(await paying(() => answer)).toEqual({ transactionId: 'pi_1' })
})

it('says a refusal in the provider’s words', async () => {
  const message = 'Your card was declined.'
  const error = { message, payment_intent: { id: 'pi_1', status: 'requires_payment_method' } }
  expect(await paying(() => ({ error }))).toEqual({ refused: message, renew: false })
})

it('takes an intent that had been paid already for paid', async () => {
  const error = {
    code: 'payment_intent_unexpected_state',
    message: 'This PaymentIntent’s status is succeeded.',
    payment_intent: { id: 'pi_1', status: 'succeeded' },
  }
  expect(await paying(() => ({ error }))).toEqual({ transactionId: 'pi_1' })
})

it('wants another intent when this one is dead', async () => {
  const error = { message: 'Cancelled.', payment_intent: { id: 'pi_1', status: 'canceled' } }
  expect(await paying(() => ({ error }))).toMatchObject({ renew: true })
})

it('asks to try again when the answer is lost', async () => {
  const lost = await paying(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(lost).toMatchObject({ refused: expect.stringContaining('charged once') })
})
