import { brandOf, groupDigits, numberProblem } from './card-number.js'
import { expiryParts, expiryProblem, formatExpiry } from './expiry.js'

const digitsOf = (text) => text.replace(/\D/g, '')

/** The four fields: `format` formats the input, `problem` validates it. */
export const fieldRules = {
  cardnumber: {
    format: (text) => groupDigits(digitsOf(text)),
    problem: (value) => numberProblem(digitsOf(value)),
  },
  'exp-date': { format: formatExpiry, problem: (value) => expiryProblem(value) },
  cvc: {
    format: (text, all) => digitsOf(text).slice(0, cvcLength(all)),
    problem: (value, all) =>
      value.length === cvcLength(all)
        ? null
        : { code: 'incomplete_cvc', message: "Your card's security code is incomplete." },
  },
  postal: {
    format: (text) => text.replace(/[^\w -]/g, '').slice(0, 10),
    problem: (value) =>
      value.length >= 5
        ? null
        : { code: 'incomplete_zip', message: 'Your postal code is incomplete.' },
  },
}

export function brandName(values) {
  return brandOf(digitsOf(values.cardnumber)).name
}

function cvcLength(values) {
  return brandOf(digitsOf(values.cardnumber)).cvc
}

/** Returns the card's form fields for the provider's API. */
export function cardForm(values, prefix) {
  const { month, year } = expiryParts(values['exp-date'])
  const field = (name) => (prefix ? `${prefix}[${name}]` : name)
  const nested = (name, inner) => `${field(name)}[${inner}]`
  return {
    [field('type')]: 'card',
    [nested('card', 'number')]: digitsOf(values.cardnumber),
    [nested('card', 'exp_month')]: month,
    [nested('card', 'exp_year')]: year,
    [nested('card', 'cvc')]: values.cvc,
    ...(values.postal && { [`${field('billing_details')}[address][postal_code]`]: values.postal }),
  }
}
