const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
const NBSP_IN_NUMBER = /(\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g
const CONTROL_OR_SPACE = /[\p{Cc}\s]+/gu
const IS_CLEAN = /^[!-&(-_a-~](?:[ -~]*[!-~])?$/
const NOT_IN_KEY = /[^\p{L}\p{N}]+/gu
const IS_PLAIN_KEY = /^[A-Z0-9]*$/
/** Used for ASCII texts, because patterns with Unicode classes are slower. */
const NOT_IN_ASCII_KEY = /[^A-Z0-9]+/g
const IS_ASCII = /^[\0-\x7f]*$/

/** Maximum length of a code in characters. */
export const MAX_CODE_LENGTH = 40

/**
 * Removes invisible characters and leading apostrophes. Joins white space to single spaces. A no-break space between
 * thousands becomes `’`.
 */
export function cleanCell(text: string): string {
  if (IS_CLEAN.test(text) && !text.includes('  ')) return text
  return text
    .replaceAll(NBSP_IN_NUMBER, '$1’')
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(CONTROL_OR_SPACE, ' ')
    .replace(/^[ '’‘`]+/, '')
    .trimEnd()
}

/** Returns the key of a code: upper case, letters and digits only. A valid GTIN is padded to 14 digits. */
export function toCodeKey(text: string): string {
  return padGtin(toUpperAlphanumeric(IS_ASCII.test(text) ? text : text.normalize('NFKC')))
}

/** Returns the letters and digits of a text in upper case. */
export function toUpperAlphanumeric(text: string): string {
  const upper = text.toUpperCase()
  if (IS_PLAIN_KEY.test(upper)) return upper
  return upper.replaceAll(IS_ASCII.test(upper) ? NOT_IN_ASCII_KEY : NOT_IN_KEY, '')
}

/**
 * Returns the keys that may belong to the code, the exact key first. Users omit the FH of a part
 * number or add leading zeros. Spreadsheets remove leading zeros of a GTIN or append `.00`.
 */
export function listCodeKeys(text: string): string[] {
  const keys = expandKey(toCodeKey(text), text)
  if (!text.endsWith('0')) return keys
  const [, whole] = /^(\d{8,14})[.,]0{1,2}$/.exec(text) ?? []
  return whole ? [...new Set([...keys, toCodeKey(whole)])] : keys
}

/** A part number without FH: `13132-7`. Does not match dates and amounts such as `24.12.26` and `1.313,27`. */
const WITHOUT_PREFIX = /^\D*0*\d{5}[\s\p{Pd}./]*\d\D*$/u

/** Returns the key of a text, and the other keys that may belong to its code. */
export function expandKey(key: string, text: string): string[] {
  if (key === '') return []
  if (!/^\d{6,18}$/.test(key)) return [key]
  const keys = new Set([key])
  const digits = key.replace(/^0+/, '')
  if (isPartNumber(`FH${digits}`) && WITHOUT_PREFIX.test(text)) keys.add(`FH${digits}`)
  if (digits.length > 2) keys.add(digits)
  if (digits.length >= 9 && hasGtinCheckDigit(digits)) keys.add(digits.padStart(14, '0'))
  return [...keys]
}

/** Pads a valid GTIN of 8, 12, 13 or 14 digits to 14 digits. Returns all other keys as they are. */
export function padGtin(key: string): string {
  return isGtin(key) ? key.padStart(14, '0') : key
}

/** Returns whether a text is a GTIN of 8, 12, 13 or 14 digits with a valid check digit. */
export function isGtin(key: string): boolean {
  return /^(?:\d{8}|\d{12,14})$/.test(key) && hasGtinCheckDigit(key)
}

function hasGtinCheckDigit(digits: string): boolean {
  let sum = 0
  for (let n = digits.length - 1, weight = 1; n >= 0; n--, weight = 4 - weight) {
    sum += weight * (digits.charCodeAt(n) - 48)
  }
  return sum % 10 === 0
}

/** Returns whether a key is a part number of the shop with a valid check digit: `FH131327`. */
export function isPartNumber(key: string): boolean {
  return /^FH\d{6}$/.test(key) && hasPartCheckDigit(Array.from(key.slice(2), Number))
}

/** Verifies the last digit by ISO 7064 MOD 11,10. */
function hasPartCheckDigit(digits: number[]): boolean {
  let product = 10
  for (let n = 0; n < digits.length - 1; n++) {
    const sum = (product + (digits[n] as number)) % 10 || 10
    product = (2 * sum) % 11
  }
  return (product + (digits.at(-1) as number)) % 10 === 1
}

/**
 * Returns the valid part numbers one edit away: a replaced, missing, additional or swapped
 * character. `key` may lack FH. Empty for valid part numbers and keys that are not similar.
 */
export function listPartNumberCorrections(key: string): string[] {
  const number = /^.?[FH]/.test(key) ? key : `FH${key}`
  if (Math.abs(number.length - PART_NUMBER_LENGTH) > 1) return []
  if (!HAS_FIVE_TO_SEVEN_DIGITS.test(key) || isPartNumber(number)) return []
  const corrections = new Set(number.startsWith('FH') ? listDigitEdits(number.slice(2)) : [])
  if (SIMILAR_TO_FH.test(number.slice(0, -DIGITS_LENGTH)))
    corrections.add(number.slice(-DIGITS_LENGTH))
  if (/^F\dH/.test(number)) corrections.add(number.charAt(1) + number.slice(3))
  return Array.from(corrections, (digits) => `FH${digits}`).filter(isPartNumber)
}

const HAS_FIVE_TO_SEVEN_DIGITS = /^\D*(?:\d\D*){5,7}$/
/** FH with one edit: a replaced, missing, additional or swapped character. */
const SIMILAR_TO_FH = /^(?:[FH]|F.|.H|HF|.FH|F.H|FH.)$/
const PART_NUMBER_LENGTH = 8
const DIGITS_LENGTH = 6

/** Returns texts one edit away from `text`, among them all valid numbers without FH. The caller removes the others. */
function listDigitEdits(text: string): string[] {
  const digits = Array.from(text, Number)
  const letters = digits.filter(Number.isNaN).length
  if (letters > 1) return []
  const positions = Array.from(digits.keys())
  switch (digits.length) {
    case DIGITS_LENGTH - 1:
      return [...positions, digits.length].flatMap((n) =>
        listValidTexts(digits.toSpliced(n, 0, 0), n),
      )
    case DIGITS_LENGTH:
      return positions.flatMap((n) => [
        text.slice(0, n) + text.charAt(n + 1) + text.charAt(n) + text.slice(n + 2),
        ...(letters === 0 || Number.isNaN(digits[n]) ? listValidTexts(digits, n) : []),
      ])
    case DIGITS_LENGTH + 1:
      return positions.map((n) => text.slice(0, n) + text.slice(n + 1))
    default:
      return []
  }
}

/** Replaces the digit at this position by each digit. Returns the texts with a valid check digit. */
function listValidTexts(digits: number[], position: number): string[] {
  const edited = [...digits]
  const texts: string[] = []
  for (let digit = 0; digit < 10; digit++) {
    edited[position] = digit
    if (hasPartCheckDigit(edited)) texts.push(edited.join(''))
  }
  return texts
}

/**
 * Returns whether the text looks like a number whose digits a spreadsheet has rounded or hidden: `4.00638E+12`,
 * `4006380000000` or `#####`.
 */
export function hasLostDigits(text: string): boolean {
  return /^\d(?:[.,]\d{1,14})?E\+\d{1,3}$|^#{3,}$|^(?=\d{12,14}$)[1-9]\d{0,5}0+$/i.test(text.trim())
}
