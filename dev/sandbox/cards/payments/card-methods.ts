import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { parameterError, requestError } from '../api/errors.ts'
import { type Form, readInteger, readMap, readRequiredText, readText } from '../api/parameters.ts'
import { newId, nowInSeconds, nullFields } from '../stripe-values.ts'

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

/** Creates the card for one of Stripe's test tokens, such as `pm_card_visa`. Returns null for an unknown token. */
export function findMethodByToken(token: string): CardMethod | null {
  const card = testCards.find((candidate) => candidate.token === token)
  if (!card) return null
  const year = new Date().getFullYear() + 3
  return createCardMethod(card.number, card, { month: 12, year }, {})
}

/** Creates the card described by `payment_method_data`. Only a browser may send a card number. */
export function createMethodFromData(data: Form, apiKeyKind: 'secret' | 'publishable'): CardMethod {
  const type = readRequiredText(data, 'type')
  if (type !== 'card') throw parameterError('type', `The sandbox supports only cards, not ${type}.`)
  const card = readMap(data, 'card')
  if (!card) throw parameterError('card', 'Missing required param: card.', 'parameter_missing')
  if (apiKeyKind === 'secret') throw requestError(402, { message: RAW_NUMBERS })

  const number = readRequiredText(card, 'number').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('number', 'incorrect_number', 'Your card number is incorrect.')
  }
  const expiry = readExpiry(card)
  checkCvc(readText(card, 'cvc'))
  const testCard = testCards.find((candidate) => candidate.number === number)
  return createCardMethod(number, testCard, expiry, readMap(data, 'billing_details') ?? {})
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
      fingerprint: card ? fingerprintCard(card.number) : null,
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
    metadata: {},
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
  return {
    address: nullFields('city', 'country', 'line1', 'line2', 'postal_code', 'state'),
    email: readText(billing, 'email') ?? null,
    name: readText(billing, 'name') ?? null,
    phone: readText(billing, 'phone') ?? null,
    tax_id: null,
  }
}

/** Hashes only published test numbers, because the hash of a real number could be reversed. */
function fingerprintCard(testNumber: string) {
  return createHash('sha256').update(testNumber).digest('base64url').slice(0, 16)
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** A decline with Stripe's code and message. */
export type Decline = { code: string; declineCode: string; message: string }

type TestCard = {
  number: string
  /** Stripe's token for this card in calls from a server, such as `pm_card_visa`. */
  token: string | null
  brand: string
  funding: 'credit' | 'debit'
  country: string
  /** True if the card requires 3-D Secure. */
  authenticates: boolean
  decline: Decline | null
}

const cardDeclined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const createDecline = (code: string, message: string): Decline => ({
  code,
  declineCode: code,
  message,
})

const velocityMessage =
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'
const processingMessage = 'An error occurred while processing your card. Try again in a little bit.'

type Options = Partial<Omit<TestCard, 'number' | 'token'>>

/** Stripe's published test cards with their outcomes. */
export const testCards: TestCard[] = [
  card('4242424242424242', 'pm_card_visa'),
  card('4000056655665556', 'pm_card_visa_debit', { funding: 'debit' }),
  card('5555555555554444', 'pm_card_mastercard', { brand: 'mastercard' }),
  card('2223003122003222', null, { brand: 'mastercard' }),
  card('5200828282828210', 'pm_card_mastercard_debit', { brand: 'mastercard', funding: 'debit' }),
  card('378282246310005', 'pm_card_amex', { brand: 'amex' }),
  card('371449635398431', null, { brand: 'amex' }),
  card('6011111111111117', 'pm_card_discover', { brand: 'discover' }),
  card('3056930009020004', 'pm_card_diners', { brand: 'diners' }),
  card('3566002020360505', 'pm_card_jcb', { brand: 'jcb' }),
  card('6200000000000005', 'pm_card_unionpay', { brand: 'unionpay', country: 'CN' }),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', {
    decline: cardDeclined('generic_decline'),
  }),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', {
    decline: cardDeclined('insufficient_funds', 'Your card has insufficient funds.'),
  }),
  card('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', {
    decline: cardDeclined('lost_card'),
  }),
  card('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', {
    decline: cardDeclined('stolen_card'),
  }),
  card('4100000000000019', 'pm_card_radarBlock', { decline: cardDeclined('fraudulent') }),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', {
    decline: createDecline('expired_card', 'Your card has expired.'),
  }),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', {
    decline: createDecline('incorrect_cvc', "Your card's security code is incorrect."),
  }),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', {
    decline: createDecline('processing_error', processingMessage),
  }),
  card('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', {
    decline: cardDeclined('card_velocity_exceeded', velocityMessage),
  }),
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', { authenticates: true }),
  card('4000002760003184', 'pm_card_authenticationRequired', { authenticates: true }),
  card('4000000000003220', 'pm_card_threeDSecure2Required', { authenticates: true }),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', {
    authenticates: true,
    decline: cardDeclined('generic_decline'),
  }),
  card('4000008260003178', 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', {
    authenticates: true,
    decline: cardDeclined('insufficient_funds', 'Your card has insufficient funds.'),
  }),
]

/** The decline for card numbers that are not in `testCards`. */
const notATestCard: Decline = cardDeclined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
)

function card(number: string, token: string | null, options: Options = {}): TestCard {
  const defaults = {
    brand: 'visa',
    funding: 'credit',
    country: 'US',
    authenticates: false,
    decline: null,
  } as const
  return { number, token, ...defaults, ...options }
}
