import { pluralize } from '../../api/format-count.ts'
import type { LoadedRows } from '../../api/list-pages.ts'

/** Formats the total: `1,248 orders`, `10,000 orders or more`, or `50 orders shown` if the total is unknown. */
export function formatRowCount(
  { rows, total, isTotalCapped }: LoadedRows<unknown>,
  singular: string,
  plural: string,
): string {
  const label = pluralize(total ?? rows.length, singular, plural)
  if (total === undefined) return `${label} shown`
  return isTotalCapped ? `${label} or more` : label
}
