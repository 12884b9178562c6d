import { parameterError } from '../api/errors.ts'

/** Stripe's minimum charge amounts, in the currency's smallest unit. */
const minimumAmounts: Record<string, number> = {
  usd: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  nok: 300,
  nzd: 50,
  pln: 200,
  sek: 300,
  sgd: 50,
}
const MAXIMUM_AMOUNT = 99_999_999

export function readCurrency(text: string): string {
  const currency = text.toLowerCase()
  if (Object.hasOwn(minimumAmounts, currency)) return currency
  const supported = Object.keys(minimumAmounts).join(', ')
  throw parameterError(
    'currency',
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${supported}`,
  )
}

/** Throws if the amount is outside the provider's limits. */
export function checkAmount(amount: number, currency: string) {
  if (amount < 1) {
    throw parameterError(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  }
  const minimum = minimumAmounts[currency] ?? 0
  if (amount < minimum) {
    throw parameterError(
      'amount',
      `Amount must be at least ${formatAmount(minimum, currency)}`,
      'amount_too_small',
    )
  }
  if (amount > MAXIMUM_AMOUNT) {
    throw parameterError(
      'amount',
      `Amount must be no more than ${formatAmount(MAXIMUM_AMOUNT, currency)}`,
      'amount_too_large',
    )
  }
}

/** Formats an amount like Stripe's messages: `$0.50 usd`. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return `${format.format(amount / 10 ** digits)} ${currency}`
}
