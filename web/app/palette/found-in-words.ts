import { formatCount } from '@freehub/contract/money'
import type { Group } from './choice.ts'

interface Found {
  typed: string
  looking: boolean
  failed: boolean
  groups: Group[]
}

/** What is said below what can be chosen; while one is typing only that the shop looks. */
export function foundInWords({ typed, looking, failed, groups }: Found): string {
  if (typed === '' || failed) return ''
  if (looking) return 'Looking …'
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
  return count === 0 ? `Nothing is found for “${typed}”.` : `${formatCount(count)} found`
}
