import type { PartFilters, PartSort } from '@freehub/contract/catalog/part-filters'
import { pluralizeCapped } from '../../../api/capped-count.ts'
import type { PartsPage } from './all-parts-queries.ts'

export const SORT_LABELS: Record<PartSort, string> = {
  price: 'Price: low to high',
  '-price': 'Price: high to low',
  name: 'Name',
  newest: 'Newest first',
}

/** Formats a number of parts: `144 parts`, `No parts`, or `500 parts or more` if counting stopped. */
export function formatPartCount({
  total,
  maxCount,
}: Pick<PartsPage, 'total' | 'maxCount'>): string {
  return total === 0 ? 'No parts' : pluralizeCapped(total, 'part', 'parts', maxCount)
}

/** Explains why there are no results. */
export function formatNoResults(filters: PartFilters): string {
  const { search, families, available, priceFrom, priceTo } = filters
  const hasPrice = priceFrom !== undefined || priceTo !== undefined
  const isFiltered = families.length > 0 || available || hasPrice
  if (search && isFiltered) return `No parts match “${search}” and these filters.`
  if (search) return `No parts match “${search}”.`
  return isFiltered ? 'No parts match these filters.' : 'There are no parts in the catalog yet.'
}

/** States how the results differ from the typed search. Empty if they do not differ. */
export function formatCorrection({
  total,
  correctedText,
  isRelaxed,
}: Pick<PartsPage, 'total' | 'correctedText' | 'isRelaxed'>): string {
  if (total === 0) return ''
  return [
    correctedText && `Showing results for “${correctedText}”.`,
    isRelaxed && 'No part matches all words. Parts that match most of them come first.',
  ]
    .filter(Boolean)
    .join(' ')
}
