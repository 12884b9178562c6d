import pg from 'pg'
import { measureAlternately, measureRequests } from '../compare/compare-with-bare-server.ts'
import type { OpenShop } from './open-shop.ts'
import { runLoad } from './run-load.ts'

const SIZE = 20
/**
 * Number of different pages. Each begins one part after the page before. It exceeds the size of the cache, and all pages cost about
 * the same.
 */
const DISTINCT_PAGES = 900

/** Requests per second of a page in a catalog of a thousand parts and in a large one. */
export interface PartListComparison {
  name: string
  small: number
  large: number
  minRatio: number
}

interface Shop extends Pick<OpenShop, 'url'> {
  databaseUrl: string
}

/**
 * Compares pages 1 and 1,000 of a large catalog with page 1 of a catalog of a thousand parts, in two sort orders.
 * Measures each page cached, as most visitors see it, and uncached.
 */
export async function comparePartLists(small: Shop, large: Shop): Promise<PartListComparison[]> {
  const comparisons: PartListComparison[] = []
  for (const { name, page, order } of PAGES) {
    const [first, deep] = await Promise.all([
      listIdsFrom(small, 0, order),
      listIdsFrom(large, (page - 1) * SIZE, order),
    ])
    const urlOf = ({ url }: Shop, after: string) =>
      `${url}/parts?size=${SIZE}&after=${after}${order.query}`
    const cached = await measureRequests(
      { url: urlOf(small, first[0] as string) },
      { url: urlOf(large, deep[0] as string) },
    )
    const uncached = await measureAlternately(
      createPageLoad(first.map((after) => urlOf(small, after))),
      createPageLoad(deep.map((after) => urlOf(large, after))),
    )
    for (const [kind, rates] of Object.entries({ cached, uncached })) {
      comparisons.push({
        name: `${name}, ${kind}`,
        small: rates[0],
        large: rates[1],
        minRatio: 0.8,
      })
    }
  }
  return comparisons
}

const BY_POSITION = { by: 'position', query: '' }
const BY_PRICE = { by: 'unit_price_cents, position', query: '&sort=price' }
const PAGES = [
  { name: 'page 1', page: 1, order: BY_POSITION },
  { name: 'page 1,000', page: 1_000, order: BY_POSITION },
  { name: 'page 1, cheapest first', page: 1, order: BY_PRICE },
  { name: 'page 1,000, cheapest first', page: 1_000, order: BY_PRICE },
]

/** Lists the ids of `DISTINCT_PAGES` parts from this position of a sort order. */
async function listIdsFrom({ databaseUrl }: Shop, offset: number, { by }: { by: string }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ id: string }>(
      `select id from parts where deleted_at is null order by ${by} offset $1 limit ${DISTINCT_PAGES}`,
      [offset],
    )
    .finally(() => client.end())
  return rows.map(({ id }) => id)
}

/**
 * Creates a load that requests these pages in rotation. Each round continues after the pages of the round before, so
 * that no page is cached. Each round returns the requests per second.
 */
function createPageLoad(urls: string[]): () => Promise<number> {
  let n = 0
  const next = () => ({ method: 'GET', url: urls[n++ % urls.length] as string })
  return async () => (await runLoad(next, { concurrency: 8, seconds: 1 })).perSecond
}
