import { badParameter } from '../api/refusals.ts'

/** The least that may be charged, in the currency's smallest unit, as the provider publishes it. */
const leastAmounts: Record<string, number> = {
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
const MOST = 99_999_999

export function readCurrency(text: string): string {
  const currency = text.toLowerCase()
  if (Object.hasOwn(leastAmounts, currency)) return currency
  const known = Object.keys(leastAmounts).join(', ')
  throw badParameter(
    'currency',
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${known}`,
  )
}

/** Refuses an amount outside of what the provider charges. */
export function checkAmount(amount: number, currency: string) {
  if (amount < 1) {
    throw badParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  }
  const least = leastAmounts[currency] ?? 0
  if (amount < least) {
    throw badParameter(
      'amount',
      `Amount must be at least ${shown(least, currency)}`,
      'amount_too_small',
    )
  }
  if (amount > MOST) {
    throw badParameter(
      'amount',
      `Amount must be no more than ${shown(MOST, currency)}`,
      'amount_too_large',
    )
  }
}

/** `$0.50 usd`, as the provider's messages write it. */
export function shown(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return `${format.format(amount / 10 ** digits)} ${currency}`
}
