import { createHmac, timingSafeEqual } from 'node:crypto'

export const STEP_SECONDS = 30
const DIGITS = 6

/** The step of a moment: how many half minutes it is since 1970 (RFC 6238). */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / STEP_SECONDS)
}

/** What an authenticator app with this key shows in a step (RFC 4226, with SHA-1 as they all have). */
export function codeOfStep(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) as number) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The step whose code this is: of the present one, the one before and the one after, for clocks
 * differ and typing takes time. The latest where several have it.
 */
export function stepOfCode(key: Uint8Array, code: string, now: number): number | undefined {
  const step = stepAt(now)
  return [step + 1, step, step - 1].find((one) => isEqual(codeOfStep(key, one), code))
}

function isEqual(expected: string, given: string): boolean {
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(Buffer.from(expected), bytes)
}
