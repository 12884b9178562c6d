import { formatCount } from '@freehub/contract/money'

/** The shop counts no further: who has so many rows counts them otherwise. */
export const COUNTED_UP_TO = 10_000

/** `1 piece`, `1,240 pieces`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `1,248 orders`, and from where the shop counts no further `10,000 orders or more`. */
export function countedSoFar(count: number, one: string, many: string): string {
  return count < COUNTED_UP_TO
    ? counted(count, one, many)
    : `${formatCount(COUNTED_UP_TO)} ${many} or more`
}
