import pg from 'pg'
import { inTurns, median } from '../reading.ts'
import { load } from './load.ts'
import type { OpenShop } from './open-shop.ts'

const SIZE = 20
const ROUNDS = 3
/** Pages that begin near each other cost the same, and are other answers: more than are kept. */
const NEAR = 900

/** A page of the catalogue of a thousand parts and of a large one: answers a second. */
export interface PageGrowth {
  what: string
  small: number
  large: number
  least: number
}

interface Shop extends Pick<OpenShop, 'url'> {
  databaseUrl: string
}

/**
 * Page 1 and page 1,000 of all parts of a large shop, beside page 1 of one with a thousand parts, in
 * turns: kept in memory, as all but the first visitor of a second see it, and made anew each time.
 */
export async function comparePages(small: Shop, large: Shop): Promise<PageGrowth[]> {
  const growths: PageGrowth[] = []
  for (const { what, page, order } of PAGES) {
    const [first, there] = await Promise.all([
      idsNear(small, 0, order),
      idsNear(large, (page - 1) * SIZE, order),
    ])
    const listOf = ({ url }: Shop, after: string) =>
      `${url}/parts?size=${SIZE}&after=${after}${order.query}`
    const kept = await inTurns(
      { url: listOf(small, first[0] as string) },
      { url: listOf(large, there[0] as string) },
    )
    growths.push({ what: `${what}, kept`, small: kept[0], large: kept[1], least: 0.8 })
    const made = await madeInTurns(
      first.map((after) => listOf(small, after)),
      there.map((after) => listOf(large, after)),
    )
    growths.push({ what: `${what}, made anew`, small: made[0], large: made[1], least: 0.8 })
  }
  return growths
}

const CATALOGUE = { by: 'position', query: '' }
const BY_PRICE = { by: 'unit_price_cents, position', query: '&sort=price' }
const PAGES = [
  { what: 'page 1', page: 1, order: CATALOGUE },
  { what: 'page 1,000', page: 1_000, order: CATALOGUE },
  { what: 'page 1, cheapest first', page: 1, order: BY_PRICE },
  { what: 'page 1,000, cheapest first', page: 1_000, order: BY_PRICE },
]

async function idsNear({ databaseUrl }: Shop, place: number, { by }: { by: string }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ id: string }>(
      `select id from parts where deleted_at is null order by ${by} offset $1 limit ${NEAR}`,
      [place],
    )
    .finally(() => client.end())
  return rows.map(({ id }) => id)
}

/** Answers a second of each, the median of the rounds; each time another page. */
async function madeInTurns(ones: string[], others: string[]): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    rates[0].push(await rateOf(ones))
    rates[1].push(await rateOf(others))
  }
  return [median(rates[0]), median(rates[1])]
}

async function rateOf(urls: string[]): Promise<number> {
  let n = 0
  const next = () => ({ method: 'GET', url: urls[n++ % urls.length] as string })
  return (await load(next, { atOnce: 8, seconds: 3 })).perSecond
}
