import type { PageComparison } from './compare-pages.ts'
import type { Measured } from './results.ts'

/** Targets for every size of the shop: p99 of each kind of search, and peak memory of a process. */
const MAX_SEARCH_MS = 50
const MAX_PROCESS_MEGABYTES = 300

/** Lists the missed targets of a measured shop, as sentences. */
export function listMissedTargets({
  searches,
  peakMegabytes,
}: Pick<Measured, 'searches' | 'peakMegabytes'>): string[] {
  const slow = Object.entries(searches).filter(([, { p99 }]) => p99 >= MAX_SEARCH_MS)
  const large = peakMegabytes.filter((megabytes) => megabytes >= MAX_PROCESS_MEGABYTES)
  return [
    ...slow.map(
      ([what, { p99 }]) => `1% of searches for ${what} took ${Math.round(p99)} ms or more.`,
    ),
    ...large.map((megabytes) => `A process used ${Math.round(megabytes)} MB.`),
  ]
}

/** Lists the pages of a large catalogue that are too slow compared with a small one, as sentences. */
export function listMissedPageTargets(comparisons: PageComparison[]): string[] {
  return comparisons
    .filter(({ small, large, minRatio }) => large < minRatio * small)
    .map(
      ({ what, small, large }) =>
        `In the large catalogue, ${what} has ${(large / small).toFixed(2)} of the speed.`,
    )
}
