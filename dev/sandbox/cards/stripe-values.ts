import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates a random ID such as `pi_…`. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Returns Unix time in seconds. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** Returns an object with these fields set to null. Stripe's objects have many such fields. */
export const nullFields = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>
