import { toCodeKey } from '@freehub/contract/order-pad/codes'

const DIGITS = [...'0123456789']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Shorter keys have too many similar keys, and longer keys are not codes. */
const LENGTH_MINIMUM = 4
const LENGTH_MAXIMUM = 20

/**
 * Returns the key and all keys one edit away: a replaced, missing or additional character, or a swap of
 * two. Tries letters only in keys with a letter. Empty for keys that are unlikely to be a code.
 */
export function listOneEditKeys(key: string): string[] {
  if (key.length < LENGTH_MINIMUM || key.length > LENGTH_MAXIMUM || !/\d/.test(key)) return []
  const characters = /^\d+$/.test(key) ? DIGITS : [...DIGITS, ...LETTERS]
  const keys = new Set([key])
  for (let n = 0; n <= key.length; n++) {
    const [before, after] = [key.slice(0, n), key.slice(n)]
    for (const character of characters) {
      keys.add(before + character + after)
      if (after !== '') keys.add(before + character + after.slice(1))
    }
    if (after !== '') keys.add(before + after.slice(1))
    if (after.length > 1) keys.add(before + after[1] + after[0] + after.slice(2))
  }
  // A corrected GTIN needs leading zeros.
  return [...new Set([...keys].map(toCodeKey))]
}
