import type { PaymentIntentResult, StripeCardElement } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import { confirmPayment } from './confirm-payment.ts'

const payer = { name: 'Velo Nord', email: 'parts@velonord.example', phone: '+49 40 5550 120' }

function confirmWith(response: () => object) {
  const stripe = { confirmCardPayment: async () => response() as PaymentIntentResult }
  return confirmPayment(stripe, {} as StripeCardElement, 'pi_1_secret_2', payer)
}

it('returns the transaction when the card is charged', async () => {
  const response = { paymentIntent: { id: 'pi_1', status: 'succeeded' } }
  expect(await confirmWith(() => response)).toEqual({ transactionId: 'pi_1' })
})

it('returns the provider’s message for a refusal', async () => {
  const message = 'Your card was declined.'
  const error = { message, payment_intent: { id: 'pi_1', status: 'requires_payment_method' } }
  expect(await confirmWith(() => ({ error }))).toEqual({ refusal: message, needsNewIntent: false })
})

it('accepts an intent that is already paid', async () => {
  const error = {
    code: 'payment_intent_unexpected_state',
    message: 'This PaymentIntent’s status is succeeded.',
    payment_intent: { id: 'pi_1', status: 'succeeded' },
  }
  expect(await confirmWith(() => ({ error }))).toEqual({ transactionId: 'pi_1' })
})

it('reports that a payment is being processed', async () => {
  const response = { paymentIntent: { id: 'pi_1', status: 'processing' } }
  expect(await confirmWith(() => response)).toEqual({ isProcessing: true })
})

it('asks to check the amount when a cancelled intent must be replaced', async () => {
  const message = 'You cannot confirm this PaymentIntent because it has a status of canceled.'
  const error = { message, payment_intent: { id: 'pi_1', status: 'canceled' } }
  const refusal = expect.stringContaining('Check the amount and press Pay again.')
  expect(await confirmWith(() => ({ error }))).toEqual({ refusal, needsNewIntent: true })
})

it('asks for another attempt when the response is lost', async () => {
  const message = 'We are experiencing issues connecting to our payments provider.'
  const error = { type: 'api_connection_error', message }
  const refusal = expect.stringContaining('You won’t be charged twice.')
  expect(await confirmWith(() => ({ error }))).toMatchObject({ refusal })
  const lost = confirmWith(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(await lost).toMatchObject({ refusal })
})
