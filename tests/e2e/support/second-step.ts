import { expect, type Page } from '@playwright/test'
import { appCode } from './authenticator.ts'
import { confirmEmail } from './confirm-email.ts'
import { origin } from './origin.ts'

/** What somebody keeps who has turned the second step on: the app's key, as its QR code says it, and the backup codes. */
export interface SecondStep {
  otpauth: string
  backupCodes: string[]
}

/** Turns the second step on for who is signed in in this browser, and signs him out of it. */
export async function turnSecondStepOn(page: Page, password?: string): Promise<SecondStep> {
  const ask = (path: string, data: object) =>
    page.request.post(`/api/auth/two-factor/${path}`, { data, headers: { origin } })
  await confirmEmail(page)
  const begun = await ask('enable', password ? { password } : {})
  expect(begun.ok(), await begun.text()).toBe(true)
  const { totpURI: otpauth, backupCodes } = await begun.json()
  const ended = await ask('verify-totp', { code: appCode(otpauth) })
  expect(ended.ok(), await ended.text()).toBe(true)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear()).catch(() => {})
  return { otpauth, backupCodes }
}
