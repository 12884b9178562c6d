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

export function brandOf(digits) {
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
export function numberProblem(digits) {
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
