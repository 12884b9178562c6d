import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { comesAfter, type Order, ofGathered, orderOfGathered } from '../list/order.ts'
import type { Narrowing } from './found-ids.ts'
import { partsWithin } from './found-ids.ts'
import { countStretches, type Place, type Stretched } from './stretches.ts'

/** So many are gathered, then sorted. */
const GATHERED = 1000
/** To know how they lie, so many stretches of the catalogue are looked at, and so many parts of each. */
const SAMPLED_STRETCHES = 8
const SAMPLED = 64
/** Who has to look again as often walks along the order sooner. */
const LOOKS = 10

interface Wanted {
  /** As tsquery. */
  query: string
  narrowing: Narrowing
  order: Order
  size: number
  /** The id of the part that the page comes after. */
  after?: string | undefined
}

/**
 * The ids of the first parts on sale that a search finds, in an order: as much of the order is gathered as seems
 * to fill the page, then more, or less. Undefined where they lie too close together for that.
 */
export async function foundInOrder(db: Db, wanted: Wanted): Promise<string[] | undefined> {
  const { query, narrowing, order, size, after } = wanted
  const found: string[] = []
  let from = after === undefined ? undefined : await placeOf(db, order, after)
  const ends = await likelyEnds(db, wanted, from)
  let to = ends.next().value
  for (let looks = 0; looks < LOOKS; looks++) {
    const [low, high] = order.direction === 'asc' ? [from, to] : [to, from]
    const stretches = await order.stretches(db, low, high)
    const gathered = partsWithin(query, [stretches], narrowing, GATHERED + 1)
    const missing = size - found.length
    const { rows, isAll } = await sortGathered(db, gathered, order, found.at(-1) ?? after, missing)
    if (isAll) {
      found.push(...rows.map(({ id }) => id))
      if (rows.length === missing || to === undefined) return found
      from = to
      to = ends.next().value
    } else {
      // Whichever they are, so many fill the page.
      const nearer = rows[missing - 1]?.place
      if (nearer === undefined || nearer === to) return undefined
      to = nearer
    }
  }
  return undefined
}

async function placeOf(db: Db, { place }: Stretched, id: string): Promise<Place | undefined> {
  const { rows } = await sql<{ place: Place }>`
    select ${sql.raw(place)} as place from parts where id = ${id}`.execute(db)
  return rows[0]?.place
}

/** Places that likely have the page before them, and then twice as much each time. */
async function likelyEnds(
  db: Db,
  wanted: Wanted,
  from: Place | undefined,
): Promise<Iterator<Place, undefined>> {
  const stretches = await countStretches(db)
  if (wanted.order.isCatalogue) {
    const places = [...Array(stretches).keys()]
    if (wanted.order.direction === 'desc') places.reverse()
    return widening(
      places.slice(from === undefined ? 0 : places.indexOf(Number(from))),
      2,
      wanted.order,
    )
  }
  const sampled = Math.min(SAMPLED_STRETCHES, stretches)
  const places = await samplePlaces(db, wanted, sampled, stretches)
  return widening(places, Math.ceil((1.5 * wanted.size * sampled) / stretches), wanted.order)
}

/** Each as the order has it roundly, but where that would take in many more. */
function* widening(
  places: Place[],
  count: number,
  { roundly = (place) => place, direction }: Order,
): Generator<Place, undefined> {
  let last: Place | undefined
  for (let n = count; n <= places.length; n *= 2) {
    const exact = places[n - 1] as Place
    const rounded = roundly(exact, direction)
    const isWithin = (other: Place) => (direction === 'asc' ? other <= rounded : other >= rounded)
    const place = places.findLastIndex(isWithin) < n - 1 + 2 * count ? rounded : exact
    if (place !== last) yield place
    last = place
  }
  return undefined
}

/** The places of some of those that are found, in their order. */
async function samplePlaces(
  db: Db,
  { query, narrowing, order, after }: Wanted,
  sampled: number,
  of: number,
): Promise<Place[]> {
  const stretches = Array.from(
    { length: sampled },
    (_, n) => `'@${Math.floor(((n + 0.5) * of) / sampled)}'`,
  )
  const { rows } = await sql<{ place: Place }>`
    select ${sql.raw(order.place)} as place from ${partsWithin(query, stretches, narrowing, SAMPLED)} parts
    where ${comesAfter(after, ofGathered(order))}
    order by ${orderOfGathered(order)}`.execute(db)
  return rows.map(({ place }) => place)
}

interface Gathered {
  rows: { id: string; place: Place }[]
  isAll: boolean
}

/** The first of these in the order, and whether they were all that there are. */
async function sortGathered(
  db: Db,
  parts: RawBuilder<unknown>,
  order: Order,
  after: string | undefined,
  size: number,
): Promise<Gathered> {
  const { rows } = await sql<{ count: number; id: string | null; place: Place }>`
    with gathered as materialized (select * from ${parts})
    select count, id, place
    from (select count(*) from gathered) counted left join lateral (
      select id, ${sql.raw(order.place)} as place from gathered parts
      where ${comesAfter(after, ofGathered(order))}
      order by ${orderOfGathered(order)} limit ${size}
    ) first on true`.execute(db)
  const isAll = (rows[0]?.count ?? 0) <= GATHERED
  return { rows: rows.filter(({ id }) => id !== null) as Gathered['rows'], isAll }
}
