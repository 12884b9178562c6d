import type { PageGrowth } from './compare-pages.ts'
import type { Measured } from './results.ts'

/** No kind of search takes one in a hundred as long, and no process holds as much, however large the shop. */
const SEARCH_MS = 50
const PROCESS_MEGABYTES = 300

/** What a shop was measured to do worse than it may, as sentences. */
export function missedBy({
  searches,
  peakMegabytes,
}: Pick<Measured, 'searches' | 'peakMegabytes'>): string[] {
  const slow = Object.entries(searches).filter(([, { p99 }]) => p99 >= SEARCH_MS)
  const large = peakMegabytes.filter((megabytes) => megabytes >= PROCESS_MEGABYTES)
  return [
    ...slow.map(
      ([what, { p99 }]) => `Of searches for ${what}, one in a hundred took ${Math.round(p99)} ms.`,
    ),
    ...large.map((megabytes) => `A process held ${Math.round(megabytes)} MB.`),
  ]
}

/** Pages of a large catalogue that are slower beside those of a small one than they may be, as sentences. */
export function missedByPages(growths: PageGrowth[]): string[] {
  return growths
    .filter(({ small, large, least }) => large < least * small)
    .map(
      ({ what, small, large }) =>
        `Of a large catalogue, ${what}, has ${(large / small).toFixed(2)} of the speed.`,
    )
}
