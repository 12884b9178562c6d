import { expect, type Page } from '@playwright/test'

/** Waits until the page is hydrated and its session is loaded. */
export async function waitForHydration(page: Page) {
  await expect(page.locator('.session:not([data-session=loading])')).toBeAttached()
}
