import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows now for the address in a QR code (RFC 6238). */
export const appCode = (otpauth: string) => codeOf(otpauth, 0)

/**
 * What it shows half a minute from now: a shop takes the code before and the code after too, and each
 * once. Good where the last one was just given, also when a new half minute begins on the way.
 */
export const nextAppCode = (otpauth: string) => codeOf(otpauth, 1)

function codeOf(otpauth: string, stepsOn: number): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsOn))
  const hash = createHmac('sha1', keyOf(otpauth)).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) as number) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function keyOf(otpauth: string): Buffer {
  const secret = new URL(otpauth).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
