import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Saving, sumSavingCents } from './savings.ts'

interface ApplySavingsProps {
  possible: Saving[]
  /** Savings that Undo reverts. */
  applied: Saving[]
  onApply: () => void
  onUndo: () => void
}

/** "Apply All Savings", and Undo afterwards. Renders nothing if there is nothing to apply and nothing to undo. */
export function ApplySavings({ possible, applied, onApply, onUndo }: ApplySavingsProps) {
  const section = useRef<HTMLElement>(null)
  const possibleCents = sumSavingCents(possible)
  const [undoneCents, setUndoneCents] = useState(0)
  const isApplied = applied.length > 0
  if (possibleCents === 0 && !isApplied) return null

  /** Runs a change. The pressed button disappears, so the section takes the focus. */
  function runChange(change: () => void) {
    setUndoneCents(sumSavingCents(applied))
    change()
    section.current?.focus({ preventScroll: true })
  }

  return (
    <section
      ref={section}
      className="savings grid justify-items-start outline-offset-6 text-label tabular-nums"
      aria-label="Savings"
      tabIndex={-1}
    >
      {possibleCents > 0 && (
        <>
          <Button className="btn-block" onClick={() => runChange(onApply)}>
            Apply All Savings ({formatCents(possibleCents)})
          </Button>
          {possible.length > 1 && (
            <p className="secondary">
              {formatCount(possible.length)} parts cost less in a larger quantity.
            </p>
          )}
        </>
      )}
      <p className={isApplied ? 'saving' : 'secondary'} role="status">
        {isApplied && formatApplied(applied)}
        {!isApplied && undoneCents === possibleCents && 'Your previous quantities are back.'}
      </p>
      {isApplied && (
        <Button
          small
          aria-label={`Undo: ${formatApplied(applied)}`}
          onClick={() => runChange(onUndo)}
        >
          Undo
        </Button>
      )}
    </section>
  )
}

function formatApplied(applied: Saving[]): string {
  const saved = formatCents(sumSavingCents(applied))
  return `You saved ${saved} on ${pluralize(applied.length, 'part', 'parts')}.`
}
