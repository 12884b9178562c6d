import { FAMILIES_AT_ONCE, SEARCH_LENGTH } from '../limits.ts'
import { readId } from '../read-id.ts'

/** How a list of parts may be sorted: cheapest first, dearest first, by name, newest first. */
export const PART_SORTS = ['price', '-price', 'name', 'newest'] as const

export type PartSort = (typeof PART_SORTS)[number]

/** What a search finds, and what each family has, is counted no further: who finds so many narrows it down. */
export const FOUND_UP_TO = 500

/** Says, percent-encoded, the words that a misspelt search was taken for. */
export const SEARCHED_FOR_HEADER = 'X-Searched-For'

/** Which parts somebody wants to see, as the address of all parts and the call that lists them say it. */
export interface PartsWanted {
  /** Words, sizes or a part number; empty for all. */
  search: string
  /** Slugs; none for all families. */
  families: string[]
  /** Only those of which at least the minimum order is available. */
  available: boolean
  /** Dollars. */
  priceFrom?: number | undefined
  priceTo?: number | undefined
  /** Without it the best matches first, or the catalogue's own order. */
  sort?: PartSort | undefined
  /** The `_id` of the part that the list goes on after. */
  after?: string | undefined
}

/**
 * What an address wants to see. A form without scripts says a family for each tick and leaves fields
 * empty; what makes no sense is not wanted.
 */
export function readPartsWanted(query: URLSearchParams): PartsWanted {
  const families = query.getAll('family').flatMap((slugs) => slugs.split(','))
  const sort = PART_SORTS.find((known) => known === query.get('sort'))
  return {
    search: readWords(query.get('search') ?? ''),
    families: [...new Set(families)].filter(isSlug).sort().slice(0, FAMILIES_AT_ONCE),
    available: query.get('available') === 'true',
    // From nothing on is no wish.
    priceFrom: readDollars(query.get('priceFrom')) || undefined,
    priceTo: readDollars(query.get('priceTo')),
    sort,
    after: readId(query.get('after')),
  }
}

/** The query that says what is wanted, always in the same words: an address of all parts, or of the call. */
export function partsWantedQuery(wanted: Partial<PartsWanted>): URLSearchParams {
  const { search, families = [], available, priceFrom, priceTo, sort, after } = wanted
  const said: [string, string | undefined][] = [
    ['search', search],
    ['family', families.join(',')],
    ['available', available ? 'true' : undefined],
    ['priceFrom', priceFrom?.toString()],
    ['priceTo', priceTo?.toString()],
    ['sort', sort],
    ['after', after],
  ]
  return new URLSearchParams(said.filter((entry): entry is [string, string] => Boolean(entry[1])))
}

function readWords(text: string): string {
  const words = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return words.slice(0, SEARCH_LENGTH).toWellFormed().trim()
}

function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}

function readDollars(text: string | null): number | undefined {
  return text && /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
}
