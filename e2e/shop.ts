import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'

/** A browser whose console must stay silent: an error there fails the test that provoked it. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text)
    }
    page.on('console', (message) => {
      if (message.type() === 'error') note(message.text())
    })
    page.on('pageerror', (error) => note(error.message))
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },
})

export { expect }

export const admin = { email: 'admin@freehub.test', password: 'sandbox-only' }

/** Somebody whom the shop has not seen before. */
export function newcomer() {
  return {
    name: 'Ada Dealer',
    email: `ada-${randomUUID()}@dealer.example`,
    password: 'spoke-by-spoke',
  }
}

/** Signs up on the login page that the browser is on. */
export async function signUp(page: Page, who: ReturnType<typeof newcomer>) {
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).first().click()
  await page.getByLabel('Name').fill(who.name)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Sign Up' }).click()
}

/** Signs in on the login page that the browser is on. */
export async function logIn(page: Page, who: { email: string; password: string }) {
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Login' }).click()
}

/** Fills the card fields, which are in a frame of the card provider. */
export async function fillCard(page: Page, number: string) {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.locator('[name=cardnumber]').fill(number)
  await card.locator('[name=exp-date]').fill('12 / 34')
  await card.locator('[name=cvc]').fill('123')
}
