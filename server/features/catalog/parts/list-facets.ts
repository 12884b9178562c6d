import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import type { Facet } from '@freehub/contract/catalog/parts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { PartAttributes } from '../../../platform/database/schema.ts'
import { findAllMatches } from '../search/find-matches.ts'
import { type AttributeValues, hasId, matchesQuery, type PartQuery } from '../search/part-query.ts'

/** Maximum number of parts whose values are counted for facets. */
const MAX_COUNTED_PARTS = 5000
/** Maximum number of values of a facet. Attributes with more values almost identify single parts. */
const MAX_TEXTS = 16
/** Maximum number of values of a facet with only numbers, which users find more easily than texts. */
const MAX_NUMBERS = 64

/**
 * Lists the attributes that distinguish the parts of a query. The counts of an attribute's values ignore the filter on
 * this attribute.
 */
export async function listFacets(db: Db, query: PartQuery): Promise<Facet[]> {
  const { attributes: selected = new Map(), ...others } = query
  const { search, ...filters } = others
  const unranked = search && { ...search, rankQueries: [] }
  const ids = unranked && (await findAllMatches(db, unranked, filters, MATCH_COUNT_MAXIMUM))
  const rows = await db
    .selectFrom('parts')
    .select('attributes')
    .where(ids ? hasId(ids) : matchesQuery(others))
    .orderBy('position')
    .limit(MAX_COUNTED_PARTS)
    .execute()
  const parts = rows.map(({ attributes }) => readValues(attributes))
  const names = new Set(parts.flatMap((part) => [...part.keys()]))
  return [...names]
    .map((name) => ({ name, values: countValues(parts, name, selected) }))
    .filter(({ values }) => values.length > 1 && values.length <= getMaxValues(values))
}

const getMaxValues = (values: Facet['values']) =>
  values.every(({ value }) => !Number.isNaN(Number(value))) ? MAX_NUMBERS : MAX_TEXTS

/** Reads the values of attributes as text. Leaves out attributes whose values cannot be filters, such as 'a,b'. */
function readValues(attributes: PartAttributes): AttributeValues {
  return new Map(
    Object.entries(attributes)
      .map(([name, value]): [string, string[]] => [name, [value].flat().map(String)])
      .filter(([, values]) => values.every((value) => /^[^,:]{1,40}$/.test(value))),
  )
}

/** Counts the parts with each value of the attribute, among the parts that match the filters by other attributes. */
function countValues(parts: AttributeValues[], name: string, selected: AttributeValues) {
  const values = new Set(parts.flatMap((part) => part.get(name) ?? []))
  const counted = parts.filter((part) =>
    [...selected].every(
      ([other, chosen]) =>
        other === name || chosen.some((value) => part.get(other)?.includes(value)),
    ),
  )
  // Sorts numbers by value. For other texts, the difference is NaN.
  return [...values]
    .sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))
    .map((value) => ({
      value,
      count: counted.filter((part) => part.get(name)?.includes(value)).length,
    }))
}
