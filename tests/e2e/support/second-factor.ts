import { expect, type Page } from '@playwright/test'
import { generateCode } from './authenticator-app.ts'
import { confirmEmail } from './confirm-email.ts'
import { origin } from './origin.ts'

/** The authenticator app's key as an `otpauth:` URL, and the backup codes. */
export interface SecondFactor {
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
