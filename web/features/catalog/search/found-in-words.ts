import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { countedSoFar } from '../../../api/counted.ts'
import type { PartsPage } from './all-parts-queries.ts'

/** `144 parts`, `1 part`, `No parts`, and from where they are counted no further `500 parts or more`. */
export function partsInWords({
  total,
  countedUpTo,
}: Pick<PartsPage, 'total' | 'countedUpTo'>): string {
  return total === 0 ? 'No parts' : countedSoFar(total, 'part', 'parts', countedUpTo)
}

/** Why there is nothing to show, in a sentence. */
export function nothingFoundInWords(wanted: PartsWanted): string {
  const { search, families, available, priceFrom, priceTo } = wanted
  const narrowed = families.length > 0 || available || priceFrom !== undefined
  const filtered = narrowed || priceTo !== undefined
  if (search && filtered) return `No parts match “${search}” and these filters.`
  if (search) return `No parts match “${search}”.`
  return filtered ? 'No parts match these filters.' : 'There are no parts in the catalogue yet.'
}

/** What a misspelt search was taken for. */
export function takenForInWords(search: string, searchedFor: string): string {
  return `Nothing is called “${search}”. Shown: ${searchedFor}.`
}
