import type { Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: string[]
  }
}

/**
 * Records the unexpected layout shifts of each page. Ignores two kinds:
 * - Shifts below 0.002: the web font replaces the fallback font. Lighthouse shows them as 0.
 * - Filter chips that move after a filter is removed: slow machines do not attribute the shift to the input.
 */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node }[]
      })[]) {
        if (entry.hadRecentInput || entry.value < 0.002) continue
        const movedElements = entry.sources.map(({ node }) => node as Element | undefined)
        if (movedElements.every((node) => node?.closest('.chips'))) continue
        const names = movedElements.map((node) => node?.outerHTML.slice(0, 80))
        window.shifts.push(`${entry.value}: ${names.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the layout shifts of the current page so far. */
export const readLayoutShifts = (page: Page) => page.evaluate(() => window.shifts)
