import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { formatDollars } from '@freehub/contract/money'
import { formatAttribute } from '../part/part-attributes.ts'
import { formatFacetValue } from './facet-filter.tsx'

export interface ActiveFilter {
  key: string
  label: string
  /** The change that removes this filter. */
  removal: Partial<PartFilters>
}

/** Lists the active filters in this order: search, availability, price, families, attributes. */
export function listActiveFilters(filters: PartFilters, families: Family[] = []): ActiveFilter[] {
  const { search, available, priceFrom, priceTo } = filters
  const activeFilters: (ActiveFilter | false)[] = [
    search !== '' && { key: 'search', label: `“${search}”`, removal: { search: '' } },
    available && { key: 'available', label: 'Available now', removal: { available: false } },
    (priceFrom !== undefined || priceTo !== undefined) && {
      key: 'price',
      label: formatPriceRange(priceFrom, priceTo),
      removal: { priceFrom: undefined, priceTo: undefined },
    },
    ...filters.families.map((slug) => ({
      key: `family-${slug}`,
      label: families.find((family) => family.slug === slug)?.name ?? slug.replaceAll('-', ' '),
      removal: { families: filters.families.filter((other) => other !== slug) },
    })),
    ...(filters.attributes ?? []).map((filter) => ({
      key: filter,
      label: formatAttributeFilter(filter),
      removal: { attributes: filters.attributes?.filter((other) => other !== filter) },
    })),
  ]
  return activeFilters.filter((entry) => entry !== false)
}

/** The change that clears all filters, and keeps the sort order. With it, `changeFilters` also clears attributes. */
export const noFilters = {
  search: '',
  families: [],
  available: false,
  priceFrom: undefined,
  priceTo: undefined,
} satisfies Partial<PartFilters>

function formatAttributeFilter(filter: string): string {
  const [name = '', value = ''] = filter.split(':')
  return `${formatAttribute(name, '').label}: ${formatFacetValue(name, value)}`
}

function formatPriceRange(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `Up to ${formatDollars(to ?? 0)}`
  if (to === undefined) return `From ${formatDollars(from)}`
  return `${formatDollars(from)} to ${formatDollars(to)}`
}
