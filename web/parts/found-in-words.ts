import type { PartsWanted } from '@freehub/contract/parts-wanted'
import { counted } from '../ui/counted.ts'

/** `144 parts`, `1 part`, `No parts`. */
export function partsInWords(total: number): string {
  return total === 0 ? 'No parts' : counted(total, 'part', 'parts')
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
