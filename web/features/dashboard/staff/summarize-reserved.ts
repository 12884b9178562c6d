import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'

/** States the share of stock that unpaid orders reserve, and how many parts they make unavailable. */
export function summarizeReserved(reserved: Overview['reserved']): string {
  const { parts, blockedParts, pieces, reservedPieces } = reserved
  if (reservedPieces === 0) return 'Unpaid orders reserve no stock.'
  const reservedShare = `Unpaid orders reserve ${formatPercent(reservedPieces, pieces)} of all pieces.`
  if (blockedParts === 0) return reservedShare
  return `${reservedShare} As a result, ${formatCount(blockedParts)} of ${pluralize(parts, 'part', 'parts')} cannot be ordered.`
}

function formatPercent(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100)
  return percent === 0 ? 'less than 1%' : `${percent}%`
}
