import { formatCount } from '@freehub/contract/money'
import type { ReadRows } from '../api/list-pages.ts'

/** `1,248 orders`, or how many are shown as long as nobody has counted them all. */
export function countInWords(
  { rows, total }: ReadRows<unknown>,
  one: string,
  many: string,
): string {
  const count = total ?? rows.length
  const words = `${formatCount(count)} ${count === 1 ? one : many}`
  return total === undefined ? `${words} shown` : words
}
