import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    toasts: string[]
  }
}

/** Records the toasts of all pages of a context. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.toasts = []
    new MutationObserver((records) => {
      // Most changes have no toast. Searching each added element for toasts would be slow.
      if (!document.querySelector('.Toastify__toast')) return
      const added = records.flatMap(({ addedNodes }) => [...addedNodes])
      for (const node of added.filter((node) => node instanceof Element)) {
        const toasts = [node, ...node.querySelectorAll('.Toastify__toast')]
        for (const toast of toasts) {
          if (toast.matches('.Toastify__toast') && toast.checkVisibility()) {
            window.toasts.push(toast.textContent)
          }
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/**
 * Waits until a toast has been shown since the page was loaded. The toast may have disappeared already: it
 * stays for five seconds, but a busy machine may check the page later.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await page.waitForFunction(
    (text) => {
      const index = window.toasts.findIndex((toast) =>
        typeof text === 'string' ? toast.includes(text) : text.test(toast),
      )
      // Each toast counts once.
      return index !== -1 && window.toasts.splice(index, 1)
    },
    text,
    // The default renders a frame for each poll.
    { polling: 100 },
  )
}

/** Keeps the toasts of the current document open until they are closed, so that a slow test can use them. */
export async function keepToastsOpen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '.Toastify__toast [role=progressbar] { animation-play-state: paused !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
}
