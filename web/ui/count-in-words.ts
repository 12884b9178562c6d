import type { ReadRows } from '../api/list-pages.ts'
import { counted } from './counted.ts'

/** `1,248 orders`, or how many are shown as long as nobody has counted them all. */
export function countInWords(
  { rows, total }: ReadRows<unknown>,
  one: string,
  many: string,
): string {
  const words = counted(total ?? rows.length, one, many)
  return total === undefined ? `${words} shown` : words
}
