import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Form } from '../api/form.ts'
import { integer, map, metadata, requiredText, text } from '../api/parameters.ts'
import { badParameter, turnAway } from '../api/refusals.ts'
import { newId, seconds } from '../ids.ts'
import { type Decline, notATestCard, type TestCard, testCards } from '../test-cards.ts'

/** A card as it is kept: what the provider shows of it, and what it will do. Never its number. */
export type CardMethod = {
  id: string
  method: Stripe.PaymentMethod
  authenticates: boolean
  decline: Decline | null
}

type Expiry = { month: number; year: number }

const RAW_NUMBERS =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.'

/** The card behind one of the provider's names for test cards, such as `pm_card_visa`. */
export function methodByToken(token: string): CardMethod | null {
  const card = testCards.find((candidate) => candidate.token === token)
  if (!card) return null
  const year = new Date().getFullYear() + 3
  return cardMethod(card.number, card, { month: 12, year }, {}, {})
}

/** The card that `payment_method_data` describes; only a browser may send a number. */
export function methodFromData(data: Form, by: 'secret' | 'publishable'): CardMethod {
  const type = requiredText(data, 'type')
  if (type !== 'card') throw badParameter('type', `The stand-in takes only cards, not ${type}.`)
  const card = map(data, 'card')
  if (!card) throw badParameter('card', 'Missing required param: card.', 'parameter_missing')
  if (by === 'secret') throw turnAway(402, { message: RAW_NUMBERS })

  const number = requiredText(card, 'number').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardProblem('number', 'incorrect_number', 'Your card number is incorrect.')
  }
  const expiry = readExpiry(card)
  checkCvc(text(card, 'cvc'))
  const found = testCards.find((candidate) => candidate.number === number)
  return cardMethod(number, found, expiry, map(data, 'billing_details') ?? {}, metadata(data))
}

function readExpiry(card: Form): Expiry {
  const month = integer(card, 'exp_month') ?? 0
  const short = integer(card, 'exp_year') ?? 0
  const year = short < 100 ? 2000 + short : short
  const now = new Date()
  if (month < 1 || month > 12) {
    throw cardProblem(
      'exp_month',
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
    )
  }
  if (year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1 || year > 2100) {
    throw cardProblem('exp_year', 'invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  return { month, year }
}

function checkCvc(cvc: string | undefined) {
  if (cvc === undefined || /^\d{3,4}$/.test(cvc)) return
  throw cardProblem('cvc', 'invalid_cvc', "Your card's security code is invalid.")
}

function cardProblem(param: string, code: string, message: string) {
  const refused = turnAway(402, { code, message, param })
  refused.refused.error.type = 'card_error'
  return refused
}

function cardMethod(
  number: string,
  card: TestCard | undefined,
  expiry: Expiry,
  billing: Form,
  metadata: Record<string, string>,
): CardMethod {
  const id = newId('pm_1')
  const shown = {
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
    created: seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  } satisfies Stripe.PaymentMethod
  return {
    id,
    method: shown,
    authenticates: card?.authenticates ?? false,
    decline: card ? card.decline : notATestCard,
  }
}

function billingDetails(billing: Form): Stripe.PaymentMethod.BillingDetails {
  const address = map(billing, 'address') ?? {}
  return {
    address: {
      city: text(address, 'city') ?? null,
      country: text(address, 'country') ?? null,
      line1: text(address, 'line1') ?? null,
      line2: text(address, 'line2') ?? null,
      postal_code: text(address, 'postal_code') ?? null,
      state: text(address, 'state') ?? null,
    },
    email: text(billing, 'email') ?? null,
    name: text(billing, 'name') ?? null,
    phone: text(billing, 'phone') ?? null,
    tax_id: null,
  }
}

/** Only published test numbers are ever hashed: a hash of a real one could be undone. */
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
