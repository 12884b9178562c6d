const digitsOf = (text) => text.replace(/\D/g, '')

/** The three fields: `format` formats the input, `problem` validates it. */
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
}

export function brandName(values) {
  return brandOf(digitsOf(values.cardnumber)).name
}

function cvcLength(values) {
  return brandOf(digitsOf(values.cardnumber)).cvc
}

/** Returns the card's form fields for the provider's API. */
export function cardForm(values) {
  const { month, year } = expiryParts(values['exp-date'])
  const field = (name) => `payment_method_data[${name}]`
  const nested = (name, inner) => `${field(name)}[${inner}]`
  return {
    [field('type')]: 'card',
    [nested('card', 'number')]: digitsOf(values.cardnumber),
    [nested('card', 'exp_month')]: month,
    [nested('card', 'exp_year')]: year,
    [nested('card', 'cvc')]: values.cvc,
  }
}

/** Brands by number prefix, with number lengths, digit groups and CVC length. */
const brands = [
  { name: 'amex', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { name: 'diners', begins: /^3(0[0-5]|09|[689])/, lengths: [14, 16], groups: [4, 6, 6], cvc: 3 },
  { name: 'jcb', begins: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'visa', begins: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  {
    name: 'mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: [4, 4, 4, 4],
    cvc: 3,
  },
  { name: 'discover', begins: /^(6011|64[4-9]|65)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'unionpay', begins: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
]
const unknown = { name: 'unknown', lengths: [16], groups: [4, 4, 4, 4], cvc: 3 }

function brandOf(digits) {
  return brands.find(({ begins }) => begins.test(digits)) ?? unknown
}

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function groupDigits(digits) {
  const { groups, lengths } = brandOf(digits)
  const result = []
  let rest = digits.slice(0, Math.max(...lengths))
  for (const size of groups) {
    if (rest) result.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return result.join(' ')
}

/** Returns null for a valid number. */
function numberProblem(digits) {
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  }
  if (lengths.includes(digits.length) && passesLuhn(digits)) return null
  if (digits.length < Math.max(...lengths)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  }
  return { code: 'invalid_number', message: 'Your card number is invalid.' }
}

function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** `1230`, `12/30`, `12 / 2030` → `12 / 30`. A first digit above 1 is a complete month. */
function formatExpiry(text) {
  const [first = '', second = ''] = text.split('/').map((part) => part.replace(/\D/g, ''))
  let digits = text.includes('/') && first.length === 1 ? `0${first}${second}` : first + second
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^1[3-9]/.test(digits)) digits = `0${digits}`
  const month = digits.slice(0, 2)
  const year = digits.slice(2)
  if (month.length < 2) return month
  return `${month} / ${year.length === 4 ? year.slice(2) : year.slice(0, 2)}`
}

function expiryParts(formatted) {
  const [month = '', year = ''] = formatted.split(' / ')
  return { month, year }
}

function expiryProblem(formatted, now = new Date()) {
  const { month, year } = expiryParts(formatted)
  if (month.length < 2 || year.length < 2) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." }
  }
  if (Number(month) < 1) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." }
  }
  const thisYear = now.getFullYear() % 100
  if (Number(year) < thisYear) {
    const message = "Your card's expiration year is in the past."
    return { code: 'invalid_expiry_year_past', message }
  }
  if (Number(year) === thisYear && Number(month) < now.getMonth() + 1) {
    const message = "Your card's expiration date is in the past."
    return { code: 'invalid_expiry_month_past', message }
  }
  return null
}
