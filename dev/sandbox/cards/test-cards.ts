/** A decline with Stripe's code and message. */
export type Decline = { code: string; declineCode: string; message: string }

export type TestCard = {
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

const velocity =
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'
const processing = 'An error occurred while processing your card. Try again in a little bit.'

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
    decline: createDecline('processing_error', processing),
  }),
  card('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', {
    decline: cardDeclined('card_velocity_exceeded', velocity),
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

/** The decline for all other card numbers. */
export const notATestCard: Decline = cardDeclined(
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
