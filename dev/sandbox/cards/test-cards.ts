/** How a card is refused, in the provider's words. */
export type Decline = { code: string; declineCode: string; message: string }

export type TestCard = {
  number: string
  /** The provider's name for this card in calls from a server, such as `pm_card_visa`. */
  token: string | null
  brand: string
  funding: 'credit' | 'debit'
  country: string
  /** Whether 3-D Secure asks first. */
  authenticates: boolean
  decline: Decline | null
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const refused = (code: string, message: string): Decline => ({ code, declineCode: code, message })

const velocity =
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'
const processing = 'An error occurred while processing your card. Try again in a little bit.'

type Others = Partial<Omit<TestCard, 'number' | 'token'>>

/** The provider's published test numbers with their published outcomes. */
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
  card('4000000000000002', 'pm_card_visa_chargeDeclined', { decline: declined('generic_decline') }),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', {
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  }),
  card('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', {
    decline: declined('lost_card'),
  }),
  card('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', {
    decline: declined('stolen_card'),
  }),
  card('4100000000000019', 'pm_card_radarBlock', { decline: declined('fraudulent') }),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', {
    decline: refused('expired_card', 'Your card has expired.'),
  }),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', {
    decline: refused('incorrect_cvc', "Your card's security code is incorrect."),
  }),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', {
    decline: refused('processing_error', processing),
  }),
  card('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', {
    decline: declined('card_velocity_exceeded', velocity),
  }),
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', { authenticates: true }),
  card('4000002760003184', 'pm_card_authenticationRequired', { authenticates: true }),
  card('4000000000003220', 'pm_card_threeDSecure2Required', { authenticates: true }),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', {
    authenticates: true,
    decline: declined('generic_decline'),
  }),
  card('4000008260003178', 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', {
    authenticates: true,
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  }),
]

/** What every number that is not in the table gets. */
export const notATestCard: Decline = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
)

function card(number: string, token: string | null, others: Others = {}): TestCard {
  const plain = {
    brand: 'visa',
    funding: 'credit',
    country: 'US',
    authenticates: false,
    decline: null,
  } as const
  return { number, token, ...plain, ...others }
}
