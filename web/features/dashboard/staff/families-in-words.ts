import type { Overview } from '@freehub/contract/dashboard/overview'
import { counted } from '../../../api/counted.ts'

type Families = Overview['piecesByFamily']

/** A part that staff added may have no family. */
export function familyName(family: string | null): string {
  return family ?? 'No family'
}

/** Which family sold most, and how much of all that is. */
export function familiesInWords(families: Families, days: number): string {
  const [first] = families
  if (!first) return `Nothing was sold in these ${days} days.`
  const all = families.reduce((sum, { pieces }) => sum + pieces, 0)
  const pieces = counted(first.pieces, 'piece', 'pieces')
  const share = Math.round((100 * first.pieces) / all)
  return families.length === 1
    ? `All ${pieces} are of one family: ${familyName(first.family)}.`
    : `${familyName(first.family)} sold most: ${pieces}, ${share} % of all.`
}
