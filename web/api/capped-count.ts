import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import { formatCount, pluralize } from '@freehub/contract/money'

/** The number at which the server stops counting rows. Screens then show "10,000 or more". */
export const MAX_COUNT = 10_000

/** Formats a number with its noun: `1,248 orders`, or `10,000 orders or more` if the count reaches `maxCount`. */
export function pluralizeCapped(
  count: number,
  singular: string,
  plural: string,
  maxCount = MAX_COUNT,
): string {
  return count < maxCount
    ? pluralize(count, singular, plural)
    : `${formatCount(maxCount)} ${plural} or more`
}

/** Formats a count for narrow spaces: `1,248`, `10,000+`. */
export function formatCappedCount(count: number, maxCount = MAX_COUNT): string {
  return count < maxCount ? formatCount(count) : `${formatCount(maxCount)}+`
}

interface SearchedList {
  search: string
  hasAttributes?: boolean
}

/** Returns the count limit of a parts list. The limit of a text search without attributes is lower. */
export function getMaxPartCount({ search, hasAttributes = false }: SearchedList): number {
  return search === '' || hasAttributes ? MAX_COUNT : MATCH_COUNT_MAXIMUM
}
