import { Check, CircleQuestionMark, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react'
import type { LineGroup, PadLineView } from './pad-lines.ts'

const ICONS: Record<LineGroup, LucideIcon> = {
  found: Check,
  quantity: TriangleAlert,
  choose: CircleQuestionMark,
  guess: CircleQuestionMark,
  unknown: X,
  skipped: Minus,
}

/** The state of a row as a mark and words. */
export function LineMark({ view: { group, line }, label }: { view: PadLineView; label: string }) {
  const Icon = ICONS[group]
  const isShortened = line.productId === null && line.state === 'shortened'
  return (
    <span className="pad-mark" data-group={group}>
      <Icon className="ic" aria-hidden="true" />
      {isShortened ? 'Shortened number' : label}
    </span>
  )
}
