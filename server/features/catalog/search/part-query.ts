import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { exportQuery, familiesQuery, partsQuery } from '@freehub/contract/catalog/part-schemas'
import { centsOf } from '@freehub/contract/money'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { CatalogFilters, Search } from './find-matches.ts'
import { parseSearch } from './parse-search.ts'

type PartsQuery = z.output<typeof partsQuery | typeof exportQuery | typeof familiesQuery>

/** True if the query has a filter or a sort order. Otherwise it is a plain page of the whole catalog. */
export function hasFiltersOrSort({
  size,
  after,
  ...filters
}: z.output<typeof partsQuery>): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** Converts a validated query to filters. Equivalent queries give equal filters. */
export function toPartFilters(query: PartsQuery): PartFilters {
  const { search = '', exact, available, priceFrom, priceTo } = query
  return {
    search: search.replaceAll(/\s+/g, ' '),
    exact: exact === 'true',
    families: 'family' in query ? (query.family ?? []).toSorted() : [],
    attributes: 'attribute' in query ? query.attribute?.toSorted() : undefined,
    available: available === 'true',
    priceFrom,
    priceTo,
    sort: 'sort' in query ? query.sort : undefined,
    after: 'after' in query ? query.after : undefined,
  }
}

/** Filters in the terms of the database: parsed search, family codes, prices in cents. */
export interface PartQuery extends CatalogFilters {
  search?: Search | undefined
  /** Values by attribute name. A part matches one value of each name. */
  attributes?: AttributeValues | undefined
}

export type AttributeValues = Map<string, string[]>

export type SearchQuery = PartQuery & { search: Search }

/** Converts filters to the terms of the database. Parses the search and reads the codes of the families. */
export async function resolvePartQuery(db: Db, filters: PartFilters): Promise<PartQuery> {
  const { search, exact, families, attributes, available, priceFrom, priceTo } = filters
  const parsed = search === '' ? undefined : await parseSearch(db, search)
  const isGuessed = Boolean(parsed?.correctedText || parsed?.isRelaxed)
  return {
    families: families.length > 0 ? await readFamilyCodes(db, families) : undefined,
    attributes: attributes?.length ? groupValues(attributes) : undefined,
    available,
    fromCents: priceFrom === undefined ? undefined : centsOf(priceFrom),
    toCents: priceTo === undefined ? undefined : centsOf(priceTo),
    // An exact search matches nothing if its text had to be corrected or relaxed. It still suggests the corrected text.
    search:
      parsed && exact && isGuessed
        ? { ...parsed, tsquery: '', rankQueries: [], isRelaxed: false }
        : parsed,
  }
}

async function readFamilyCodes(db: Db, slugs: string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from families where slug = any (${slugs}::text[]) order by code`.execute(db)
  return rows.map(({ code }) => code)
}

/** Groups `speeds:9` and `speeds:10` by their name. */
function groupValues(attributes: string[]): AttributeValues {
  const pairs = attributes.map((text) => text.split(':') as [string, string])
  const byName = Map.groupBy(pairs, ([name]) => name)
  return new Map([...byName].map(([name, values]) => [name, values.map(([, value]) => value)]))
}

/** Builds the condition that a row of `parts` matches. Excludes deleted parts. */
export function matchesQuery(query: PartQuery): Expression<SqlBool> {
  const { search, families, attributes, available, fromCents, toCents } = query
  const conditions = [
    sql`parts.deleted_at is null`,
    families && sql`parts.family_code = any (${families}::text[])`,
    available && sql`parts.on_hand - parts.reserved >= parts.minimum_order`,
    fromCents !== undefined && sql`parts.unit_price_cents >= ${fromCents}`,
    toCents !== undefined && sql`parts.unit_price_cents <= ${toCents}`,
    search &&
      sql`exists (select from part_words where part_id = parts.id and words @@ ${search.tsquery}::tsquery)`,
    ...[...(attributes ?? [])].map(([name, values]) => hasAttribute(name, values)),
  ].filter((condition) => typeof condition === 'object')
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Builds the condition that an attribute, a single value or a list, has one of these values. */
function hasAttribute(name: string, values: string[]): Expression<SqlBool> {
  const value = sql`parts.attributes -> ${name}`
  return sql<SqlBool>`exists (
    select from json_array_elements_text(
      case json_typeof(${value}) when 'array' then ${value} else json_build_array(${value}) end) one
    where one = any (${values}::text[]))`
}

/** Builds the condition that a part has one of these ids. */
export function hasId(ids: string[]): Expression<SqlBool> {
  return sql<SqlBool>`id = any (${ids}::uuid[])`
}
