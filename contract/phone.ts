/** A number that texts can be sent to: + and the country's code first, digits alone (E.164). */
const TEXTABLE = /^\+[1-9]\d{6,14}$/

/** A phone number as people write it, as the shop keeps it: without what they write for the eye. */
export function normalPhone(text: string): string {
  return text
    .trim()
    .replace(/^00/, '+')
    .replace('(0)', '')
    .replace(/[\s().\-/]/g, '')
}

/** Whether texts can be sent to this number; it must be in its normal form. */
export function isTextablePhone(phone: string): boolean {
  return TEXTABLE.test(phone)
}
