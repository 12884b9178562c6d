import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'

/** How much of the stock unpaid orders reserve, and how many parts nobody else can order. */
export function reservedInWords(reserved: Overview['reserved']): string {
  const { parts, blockedParts, pieces, reservedPieces } = reserved
  if (reservedPieces === 0) return 'Unpaid orders reserve nothing.'
  const held = `Unpaid orders reserve ${percentOf(reservedPieces, pieces)} of all pieces.`
  if (blockedParts === 0) return held
  return `${held} Because of them, ${formatCount(blockedParts)} of ${counted(parts, 'part', 'parts')} cannot be ordered.`
}

function percentOf(some: number, all: number): string {
  const percent = Math.round((some / all) * 100)
  return percent === 0 ? 'less than 1 %' : `${percent} %`
}
