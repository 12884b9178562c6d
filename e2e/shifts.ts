import type { Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: string[]
  }
}

/**
 * Notes in each page what moves without having been touched. Less than 0.002 is a word that gets a hair
 * wider when its own face takes the place of the fallback; Lighthouse shows that as 0.
 */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node }[]
      })[]) {
        if (entry.hadRecentInput || entry.value < 0.002) continue
        const moved = entry.sources.map(({ node }) => (node as Element | undefined)?.className)
        window.shifts.push(`${entry.value}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved so far on the page that is open. */
export const shiftsOf = (page: Page) => page.evaluate(() => window.shifts)
