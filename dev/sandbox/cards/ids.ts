import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An identifier as the provider makes them: `pi_` and so many letters and digits. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Seconds since 1970, as the provider counts time. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
