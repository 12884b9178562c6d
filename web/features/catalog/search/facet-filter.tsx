import type { Facet } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAttribute } from '../part/part-attributes.ts'
import { facetsQuery } from './facet-and-detail-queries.ts'
import { type FilterProps, toggleValue } from './use-part-filters.ts'

const MAX_FACETS = 4
/** A facet with more values scrolls. */
const MAX_UNSCROLLED = 16

/**
 * If all results belong to one family, shows its facets, with the number of parts for each value. A choice also
 * filters by this family.
 */
export function FacetFilter({ filters, updateFilters }: FilterProps) {
  const { attributes = [], families } = filters
  const facets = useQuery(facetsQuery(filters))
  const [areAllShown, setAllShown] = useState(false)
  if (!facets.data) return null

  const toggle = (filter: string, isChecked: boolean) =>
    updateFilters({ families, attributes: toggleValue(attributes, filter, isChecked) })

  const ranked = rankFacets(facets.data)
  const others = ranked.slice(MAX_FACETS)
  const isChosen = ({ name }: Facet) => attributes.some((filter) => filter.startsWith(`${name}:`))
  // The other facets stay open after their last value is cleared, so that its checkbox keeps the focus.
  if (!areAllShown && others.some(isChosen)) setAllShown(true)
  const renderFacet = ({ name, values }: Facet) => (
    <fieldset
      key={name}
      className="flex flex-wrap gap-1.5 min-w-0 data-scroll:max-h-60 data-scroll:overflow-y-auto"
      data-scroll={values.length > MAX_UNSCROLLED || undefined}
    >
      <legend className="filter-head mb-2.5">{formatAttribute(name, '').label}</legend>
      {values.map(({ value, count }) => (
        <label key={value} className="facet-value" data-none={count === 0 || undefined}>
          <input
            className="absolute inset-0 opacity-0 cursor-pointer"
            type="checkbox"
            name="attribute"
            value={`${name}:${value}`}
            data-family={families[0]}
            checked={attributes.includes(`${name}:${value}`)}
            onChange={(event) => toggle(`${name}:${value}`, event.target.checked)}
          />
          {formatFacetValue(name, value)} <small>{count}</small>
        </label>
      ))}
    </fieldset>
  )
  return (
    <>
      {ranked.slice(0, MAX_FACETS).map(renderFacet)}
      {others.length > 0 && (
        <details className="[&>fieldset]:mt-5" open={areAllShown}>
          <summary className="filter-head min-h-11 w-fit">More filters ({others.length})</summary>
          {others.map(renderFacet)}
        </details>
      )}
    </>
  )
}

/** Sorts facets: numbers, then texts. The first four are always visible. */
function rankFacets(facets: Facet[]): Facet[] {
  const isText = ({ values }: Facet) => values.some(({ value }) => Number.isNaN(Number(value)))
  return facets
    .filter(({ name }) => name !== 'sold_as')
    .toSorted((a, b) => Number(isText(a)) - Number(isText(b)))
}

export function formatFacetValue(name: string, value: string): string {
  return value === 'true' || value === 'false'
    ? formatAttribute(name, value === 'true').value
    : formatAttribute(name, value).value
}
