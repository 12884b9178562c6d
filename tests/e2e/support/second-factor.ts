import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { confirmEmail, origin } from './users-and-orders.ts'

/** The authenticator app's key as an `otpauth:` URL, and the backup codes. */
interface SecondFactor {
  otpauth: string
  backupCodes: string[]
}

/** Enables two-step sign-in for the signed-in user, then signs them out. */
export async function enableSecondFactor(page: Page, password?: string): Promise<SecondFactor> {
  const post = (path: string, data: object) =>
    page.request.post(`/api/auth/two-factor/${path}`, { data, headers: { origin } })
  await confirmEmail(page)
  const enabled = await post('enable', password ? { password } : {})
  expect(enabled.ok(), await enabled.text()).toBe(true)
  const { totpURI: otpauth, backupCodes } = await enabled.json()
  const verified = await post('verify-totp', { code: generateCode(otpauth) })
  expect(verified.ok(), await verified.text()).toBe(true)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear()).catch(() => {})
  return { otpauth, backupCodes }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the current TOTP code for the URL in a QR code (RFC 6238). */
export const generateCode = (otpauth: string) => computeCode(otpauth, 0)

/**
 * Returns the code of the next 30-second step, for use after the current code was used. The shop
 * accepts the previous, the current and the next code, each once.
 */
export const generateNextCode = (otpauth: string) => computeCode(otpauth, 1)

function computeCode(otpauth: string, stepOffset: number): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepOffset))
  const hash = createHmac('sha1', readKey(otpauth)).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) as number) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function readKey(otpauth: string): Buffer {
  const secret = new URL(otpauth).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
