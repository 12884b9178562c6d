import { ATTRIBUTE_FILTERS_MAXIMUM, FAMILIES_MAXIMUM, SEARCH_LENGTH } from '../limits.ts'
import { readId } from '../read-id.ts'

export const PART_SORTS = ['price', '-price', 'name', 'newest'] as const

export type PartSort = (typeof PART_SORTS)[number]

/** The count of matching parts of a search or a family stops at this number. */
export const MATCH_COUNT_MAXIMUM = 500

/** The response header with the changed search text, if a word was misspelt or unknown. Percent-encoded. */
export const SEARCHED_FOR_HEADER = 'X-Searched-For'

/** The response header of a search if no part, or none of the named type, has all words. Its value is `true`. */
export const SEARCH_RELAXED_HEADER = 'X-Search-Relaxed'

/** The filters, sort order and page cursor of a parts list, in the page's URL and in `GET /parts`. */
export interface PartFilters {
  /** Words, sizes or a part number. */
  search: string
  /** If true, the server does not correct misspelt words. Page URLs do not have this parameter. */
  exact?: boolean | undefined
  /** Slugs of families. An empty array means all families. */
  families: string[]
  /** Values such as `speeds:9`, only with one family. For each attribute, a part must have one of its values. */
  attributes?: string[] | undefined
  /** Includes only parts that have at least their minimum order available. */
  available: boolean
  /** The lowest price in dollars. */
  priceFrom?: number | undefined
  priceTo?: number | undefined
  /** By default, a search sorts by relevance, and a list without a search is in catalog order. */
  sort?: PartSort | undefined
  /** The page cursor: the `_id` of the last part of the previous page. */
  after?: string | undefined
  /** The layout of the parts on the page; a grid by default. Calls do not have this parameter. */
  view?: 'list' | undefined
}

/**
 * An attribute with one value. Values that contain a comma or colon, or are longer than 40 characters, cannot be
 * filters.
 */
export const ATTRIBUTE_FILTER = /^[a-z0-9_]{1,40}:[^,:]{1,40}$/

/** Parses the filters in a URL. Ignores invalid filters. A form without JavaScript repeats the parameter `family`. */
export function parsePartFilters(query: URLSearchParams): PartFilters {
  const families = query.getAll('family').flatMap((slugs) => slugs.split(','))
  const slugs = [...new Set(families)].filter(isSlug).sort().slice(0, FAMILIES_MAXIMUM)
  const sort = PART_SORTS.find((candidate) => candidate === query.get('sort'))
  return {
    search: normalizeSearch(query.get('search') ?? ''),
    families: slugs,
    attributes: slugs.length === 1 ? readAttributes(query.getAll('attribute')) : undefined,
    available: query.get('available') === 'true',
    // A minimum of 0 is no filter.
    priceFrom: readDollars(query.get('priceFrom')) || undefined,
    priceTo: readDollars(query.get('priceTo')),
    sort,
    after: readId(query.get('after')),
    view: query.get('view') === 'list' ? 'list' : undefined,
  }
}

function readAttributes(texts: string[]): string[] | undefined {
  const values = texts.flatMap((text) => text.split(','))
  const valid = [...new Set(values)].filter((value) => ATTRIBUTE_FILTER.test(value))
  return valid.length > 0 ? valid.sort().slice(0, ATTRIBUTE_FILTERS_MAXIMUM) : undefined
}

/** Returns the canonical query string of the filters, for the URL of the page and of the call. */
export function serializePartFilters(filters: Partial<PartFilters>): URLSearchParams {
  const { search, exact, families = [], attributes = [], available, priceFrom, priceTo } = filters
  const { sort, after, view } = filters
  const entries: [string, string | undefined][] = [
    ['search', search],
    ['exact', exact ? 'true' : undefined],
    ['family', families.join(',')],
    ['attribute', attributes.join(',')],
    ['available', available ? 'true' : undefined],
    ['priceFrom', priceFrom?.toString()],
    ['priceTo', priceTo?.toString()],
    ['sort', sort],
    ['after', after],
    ['view', view],
  ]
  return new URLSearchParams(
    entries.filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

function normalizeSearch(text: string): string {
  const words = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return words.slice(0, SEARCH_LENGTH).toWellFormed().trim()
}

function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}

function readDollars(text: string | null): number | undefined {
  return text && /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
}
