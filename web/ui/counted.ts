import { formatCount } from '@freehub/contract/money'

/** `1 piece`, `1,240 pieces`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
