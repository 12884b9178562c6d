import { expect, type Page } from '@playwright/test'

export const providers = ['Google', 'Github'] as const
export type Provider = (typeof providers)[number]

export const getProviderButton = (page: Page, provider: Provider) =>
  page.getByRole('button', { name: `Continue With ${provider}` })

/** Opens a provider's sign-in window and waits for its page. */
export async function openPopup(page: Page, provider: Provider): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    getProviderButton(page, provider).click(),
  ])
  await popup.waitForURL(/127\.0\.0\.1/)
  return popup
}

/** Enters an account on the provider's page and continues. */
export async function useAnotherAccount(providerPage: Page, user: { name: string; email: string }) {
  await providerPage.waitForURL(/127\.0\.0\.1/)
  await providerPage.getByLabel('Email').fill(user.email)
  await providerPage.getByLabel('Name').fill(user.name)
  await providerPage.getByRole('button', { name: 'Continue' }).click()
}

/** Presses a provider's button while the browser blocks popups. */
export async function pressWithPopupsBlocked(page: Page, provider: Provider) {
  await page.evaluate(() => {
    window.open = () => null
  })
  await getProviderButton(page, provider).click()
  await expect(page.locator('.auth-error')).toContainText(
    'Your browser blocked the sign-in window.',
  )
}
