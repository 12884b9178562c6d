import { expect, type Page } from '@playwright/test'

export const providers = ['Google', 'Github'] as const
export type Provider = (typeof providers)[number]

export const providerButton = (page: Page, provider: Provider) =>
  page.getByRole('button', { name: `Continue With ${provider}` })

/** Presses for a provider's window, and waits until its page is there. */
export async function openPopup(page: Page, provider: Provider): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    providerButton(page, provider).click(),
  ])
  await popup.waitForURL(/127\.0\.0\.1/)
  return popup
}

/** On the provider's page: types who one is there, and goes on. */
export async function useAnotherAccount(there: Page, who: { name: string; email: string }) {
  await there.waitForURL(/127\.0\.0\.1/)
  await there.getByLabel('Email').fill(who.email)
  await there.getByLabel('Name').fill(who.name)
  await there.getByRole('button', { name: 'Continue' }).click()
}

/** Presses for a provider's window in a page whose browser blocks windows. */
export async function pressWithWindowsBlocked(page: Page, provider: Provider) {
  await page.evaluate(() => {
    window.open = () => null
  })
  await providerButton(page, provider).click()
  await expect(page.locator('.red-box')).toContainText('Your browser blocked the sign-in window.')
}
