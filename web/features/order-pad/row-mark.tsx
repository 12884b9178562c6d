import { Check, CircleQuestionMark, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react'
import type { PadRowView, RowGroup } from './row-data.ts'

const ICONS: Record<RowGroup, LucideIcon> = {
  found: Check,
  quantity: TriangleAlert,
  choose: CircleQuestionMark,
  guess: CircleQuestionMark,
  unknown: X,
  skipped: Minus,
}

/** The group of a row as a symbol and text. */
export function RowMark({ view: { group, row }, label }: { view: PadRowView; label: string }) {
  const Icon = ICONS[group]
  const isShortened = row.productId === null && row.state === 'shortened'
  return (
    <span className="pad-mark" data-group={group}>
      <Icon className="ic" aria-hidden="true" />
      {isShortened ? 'Shortened number' : label}
    </span>
  )
}
