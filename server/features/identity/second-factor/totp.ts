import { createHmac, timingSafeEqual } from 'node:crypto'

export const STEP_SECONDS = 30
const DIGITS = 6

/** Returns the number of 30-second steps since 1970 (RFC 6238). */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / STEP_SECONDS)
}

/** Returns the code that an authenticator app with this key shows in a step (RFC 4226, SHA-1). */
export function codeOfStep(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) as number) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Returns the time step that has this code. Tries the next, the current and the previous step, because clocks differ. */
export function stepOfCode(key: Uint8Array, code: string, now: number): number | undefined {
  const step = stepAt(now)
  return [step + 1, step, step - 1].find((near) => isEqual(codeOfStep(key, near), code))
}

function isEqual(expected: string, actual: string): boolean {
  const bytes = Buffer.from(actual)
  return bytes.length === expected.length && timingSafeEqual(Buffer.from(expected), bytes)
}
