import type { Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: string[]
  }
}

/**
 * Notes in each page what moves without having been touched. Less than 0.002 is a word that gets a hair
 * wider when its own face takes the place of the fallback; Lighthouse shows that as 0. When a filter goes, the
 * chips behind it move up; on a slow machine that is no longer counted as an effect of the input.
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
        const moved = entry.sources.map(({ node }) => node as Element | undefined)
        if (moved.every((node) => node?.closest('.chips'))) continue
        const names = moved.map((node) => node?.outerHTML.slice(0, 80))
        window.shifts.push(`${entry.value}: ${names.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved so far on the page that is open. */
export const shiftsOf = (page: Page) => page.evaluate(() => window.shifts)
