import { expect, type Page } from '@playwright/test'

/** Waits until the scripts have taken the page over: who looks is known by then. */
export async function awake(page: Page) {
  await expect(page.locator('.session:not([data-session=loading])')).toBeAttached()
}
