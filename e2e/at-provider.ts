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

/**
 * A press that no hand made may open no window: the browser blocks it. Whatever Playwright does to
 * a page counts as a hand's doing for some seconds, so the page waits until that is forgotten, and
 * a window that opened all the same is closed.
 */
export async function pressWithWindowsBlocked(page: Page, provider: Provider) {
  const browser = await page.context().newCDPSession(page)
  const expression = `(async () => {
    const button = () => [...document.querySelectorAll('button:enabled')]
      .find((one) => one.textContent.trim() === 'Continue With ${provider}')
    while (!button() || navigator.userActivation.isActive) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    button().click()
  })()`
  await expect(async () => {
    await closePopups(page)
    await browser.send('Runtime.evaluate', { expression, awaitPromise: true, userGesture: false })
    const blocked = 'Your browser blocked the sign-in window.'
    await expect(page.locator('.red-box')).toContainText(blocked, { timeout: 3000 })
  }).toPass({ timeout: 45_000 })
}

async function closePopups(page: Page) {
  for (const other of page.context().pages()) if (await other.opener()) await other.close()
}
