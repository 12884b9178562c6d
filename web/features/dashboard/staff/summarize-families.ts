import type { Overview } from '@freehub/contract/dashboard/calls'
import { pluralize } from '../../../api/format-count.ts'

type Families = Overview['piecesByFamily']

/** Parts that staff added may have no family. */
export function formatFamily(family: string | null): string {
  return family ?? 'No family'
}

/** Names the best-selling family and its share of all pieces. */
export function summarizeFamilies(families: Families, days: number): string {
  const [first] = families
  if (!first) return `No sales in the last ${days} days.`
  const all = families.reduce((sum, { pieces }) => sum + pieces, 0)
  const pieces = pluralize(first.pieces, 'piece', 'pieces')
  const share = Math.round((100 * first.pieces) / all)
  return families.length === 1
    ? `All ${pieces} are from one family: ${formatFamily(first.family)}.`
    : `Best seller: ${formatFamily(first.family)} with ${pieces}, ${share}% of all.`
}
