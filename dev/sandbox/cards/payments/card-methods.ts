import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { parameterError, requestError } from '../api/errors.ts'
import type { Form } from '../api/form.ts'
import {
  readInteger,
  readMap,
  readMetadata,
  readRequiredText,
  readText,
} from '../api/parameters.ts'
import { newId, nowInSeconds } from '../ids.ts'
import { type Decline, notATestCard, type TestCard, testCards } from '../test-cards.ts'

/** A stored card and its test outcome. It does not contain the number. */
export type CardMethod = {
  id: string
  method: Stripe.PaymentMethod
  authenticates: boolean
  decline: Decline | null
}

type Expiry = { month: number; year: number }

const RAW_NUMBERS =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.'

/** Creates the card for one of Stripe's test tokens, such as `pm_card_visa`. */
export function findMethodByToken(token: string): CardMethod | null {
  const card = testCards.find((candidate) => candidate.token === token)
  if (!card) return null
  const year = new Date().getFullYear() + 3
  return createCardMethod(card.number, card, { month: 12, year }, {}, {})
}

/** Creates the card described by `payment_method_data`. Only a browser may send a card number. */
export function createMethodFromData(data: Form, by: 'secret' | 'publishable'): CardMethod {
  const type = readRequiredText(data, 'type')
  if (type !== 'card') throw parameterError('type', `The sandbox supports only cards, not ${type}.`)
  const card = readMap(data, 'card')
  if (!card) throw parameterError('card', 'Missing required param: card.', 'parameter_missing')
  if (by === 'secret') throw requestError(402, { message: RAW_NUMBERS })

  const number = readRequiredText(card, 'number').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('number', 'incorrect_number', 'Your card number is incorrect.')
  }
  const expiry = readExpiry(card)
  checkCvc(readText(card, 'cvc'))
  const testCard = testCards.find((candidate) => candidate.number === number)
  return createCardMethod(
    number,
    testCard,
    expiry,
    readMap(data, 'billing_details') ?? {},
    readMetadata(data),
  )
}

function readExpiry(card: Form): Expiry {
  const month = readInteger(card, 'exp_month') ?? 0
  const givenYear = readInteger(card, 'exp_year') ?? 0
  const year = givenYear < 100 ? 2000 + givenYear : givenYear
  const now = new Date()
  if (month < 1 || month > 12) {
    throw cardError('exp_month', 'invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  if (year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1 || year > 2100) {
    throw cardError('exp_year', 'invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  return { month, year }
}

function checkCvc(cvc: string | undefined) {
  if (cvc === undefined || /^\d{3,4}$/.test(cvc)) return
  throw cardError('cvc', 'invalid_cvc', "Your card's security code is invalid.")
}

function cardError(param: string, code: string, message: string) {
  const error = requestError(402, { code, message, param })
  error.response.error.type = 'card_error'
  return error
}

function createCardMethod(
  number: string,
  card: TestCard | undefined,
  expiry: Expiry,
  billing: Form,
  metadata: Record<string, string>,
): CardMethod {
  const id = newId('pm_1')
  const paymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(billing),
    card: {
      brand: card?.brand ?? 'unknown',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: card?.country ?? null,
      display_brand: card?.brand ?? null,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: card ? fingerprint(card.number) : null,
      funding: card?.funding ?? 'unknown',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [card?.brand ?? 'unknown'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  } satisfies Stripe.PaymentMethod
  return {
    id,
    method: paymentMethod,
    authenticates: card?.authenticates ?? false,
    decline: card ? card.decline : notATestCard,
  }
}

function billingDetails(billing: Form): Stripe.PaymentMethod.BillingDetails {
  const address = readMap(billing, 'address') ?? {}
  return {
    address: {
      city: readText(address, 'city') ?? null,
      country: readText(address, 'country') ?? null,
      line1: readText(address, 'line1') ?? null,
      line2: readText(address, 'line2') ?? null,
      postal_code: readText(address, 'postal_code') ?? null,
      state: readText(address, 'state') ?? null,
    },
    email: readText(billing, 'email') ?? null,
    name: readText(billing, 'name') ?? null,
    phone: readText(billing, 'phone') ?? null,
    tax_id: null,
  }
}

/** Hashes only published test numbers, because the hash of a real number could be reversed. */
function fingerprint(testNumber: string) {
  return createHash('sha256').update(testNumber).digest('base64url').slice(0, 16)
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
