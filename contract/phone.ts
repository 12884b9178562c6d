const E164 = /^\+[1-9]\d{6,14}$/

/** Removes separators, and a `(0)` after the country code, from a phone number. Writes a leading 00 as +. */
export function normalizePhone(text: string): string {
  return text
    .trim()
    .replace(/^00/, '+')
    .replace('(0)', '')
    .replace(/[\s().\-/]/g, '')
}

/** True for an E.164 number; only these can receive SMS. Expects the result of `normalizePhone`. */
export function isE164Phone(phone: string): boolean {
  return E164.test(phone)
}
