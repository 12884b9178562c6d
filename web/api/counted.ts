import { FOUND_UP_TO } from '@freehub/contract/catalog/parts-wanted'
import { formatCount } from '@freehub/contract/money'

/** The shop counts no further: who has so many rows counts them otherwise. */
export const COUNTED_UP_TO = 10_000

/** `1 piece`, `1,240 pieces`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `1,248 orders`, and from where the shop counts no further `10,000 orders or more`. */
export function countedSoFar(
  count: number,
  one: string,
  many: string,
  most = COUNTED_UP_TO,
): string {
  return count < most ? counted(count, one, many) : `${formatCount(most)} ${many} or more`
}

/** As above, where there is little room: `1,248`, `10,000+`. */
export function countedInShort(count: number, most = COUNTED_UP_TO): string {
  return count < most ? formatCount(count) : `${formatCount(most)}+`
}

/** How far parts are counted: under a search less far. */
export function partsCountedUpTo(search: string): number {
  return search === '' ? COUNTED_UP_TO : FOUND_UP_TO
}
