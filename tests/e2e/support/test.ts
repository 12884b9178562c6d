import { test as base, expect } from '@playwright/test'
import { recordToasts } from './toasts.ts'

/** Fails a test on console errors, except those that match `expectedErrors`. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [[], { option: true }],
  context: async ({ context }, use) => {
    await context.addInitScript(blockUnrequestedPopups)
    await recordToasts(context)
    await use(context)
  },
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const recordError = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text)
    }
    page.on('console', (message) => {
      if (message.type() === 'error') recordError(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => recordError(error.message))
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },
})

/** Blocks popups that no user gesture opened. Headless browsers have no popup blocker. */
function blockUnrequestedPopups() {
  const open = window.open.bind(window)
  window.open = (...args) => (navigator.userActivation.isActive ? open(...args) : null)
}

export { expect }
