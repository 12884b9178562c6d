import { counted } from '../../api/counted.ts'
import type { ReadRows } from '../../api/list-pages.ts'

/**
 * `1,248 orders`, `10,000 orders or more` where they are counted no further, or how many are shown as long
 * as nobody has counted them.
 */
export function countInWords(
  { rows, total, isMore }: ReadRows<unknown>,
  one: string,
  many: string,
): string {
  const words = counted(total ?? rows.length, one, many)
  if (total === undefined) return `${words} shown`
  return isMore ? `${words} or more` : words
}
