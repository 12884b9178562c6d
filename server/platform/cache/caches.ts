import { type CacheContext, createResponseCache, type ResponseCache } from './response-cache.ts'

/** For each cache of public responses: its refresh interval, number of entries and share of the memory budget. */
const KINDS = {
  // Parts with stock and prices, reviews and drawings of parts are exact. Other responses may lag by a second.
  parts: { minRefreshMs: 0, maxEntries: 5000, share: 0.08 },
  details: { minRefreshMs: 0, maxEntries: 5000, share: 0.1 },
  reviews: { minRefreshMs: 0, maxEntries: 100, share: 0.02 },
  lists: { minRefreshMs: 1000, maxEntries: 300, share: 0.12 },
  search: { minRefreshMs: 1000, maxEntries: 400, share: 0.14 },
  pages: { minRefreshMs: 1000, maxEntries: 50, share: 0.08 },
  // Each part and each combination of filters has its own page. They have a separate cache, so that
  // they do not evict the entries of `pages`.
  catalog: { minRefreshMs: 1000, maxEntries: 300, share: 0.14 },
  sitemaps: { minRefreshMs: 1000, maxEntries: 12, share: 0.08 },
  drawings: { minRefreshMs: 0, maxEntries: 1000, share: 0.08 },
}

/** Share of the memory budget for photos, which the photo routes cache as files. */
export const PHOTOS_SHARE = 0.16

/** Stands for the reviews in a list of changed parts. */
export const REVIEWS = 'reviews'

/** Creates the caches. `bytes` is the memory budget of these caches and of the photos together. */
export function createCaches(bytes: number, context: CacheContext) {
  const caches = Object.entries(KINDS).map(([name, { share, ...kind }]) => [
    name,
    createResponseCache({ ...kind, maxBytes: share * bytes, context }),
  ])
  return Object.fromEntries(caches) as Record<keyof typeof KINDS, ResponseCache>
}

/**
 * Invalidates the responses about these parts, drawings or reviews, and all lists, searches, pages and sitemaps.
 * Without `keys`, invalidates everything.
 */
export function invalidateCaches(caches: ReturnType<typeof createCaches>, keys?: string[]): void {
  for (const cache of [caches.parts, caches.details, caches.drawings]) {
    if (keys) for (const key of keys) cache.invalidate(key)
    else cache.invalidateAll()
  }
  if (!keys || keys.includes(REVIEWS)) caches.reviews.invalidateAll()
  const { lists, search, pages, catalog, sitemaps } = caches
  for (const cache of [lists, search, pages, catalog, sitemaps]) cache.invalidateAll()
}
