import type { CopiedOrder } from '@freehub/contract/cart/cart'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pluralize } from '../../api/format-count.ts'
import { Button } from '../../ui/button.tsx'

/** The state of the navigation to the cart after lines were copied to it. */
export interface CopiedLinesState {
  /** `source` names the order or list. */
  copiedLines: CopiedOrder & { source: string }
}

/** Number of notes that are shown before "Show all". */
const INITIAL_NOTES = 5

/** States how many lines are in the cart now, with notes about lines that were left out or changed. */
export function CopiedLinesNotice() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isExpanded, setExpanded] = useState(false)
  const copied = (state as CopiedLinesState | null)?.copiedLines
  if (!copied) return null
  const { source, notes } = copied
  const shownNotes = isExpanded ? notes : notes.slice(0, INITIAL_NOTES)
  const lines = pluralize(copied.copied, 'line', 'lines')

  return (
    <section className="note note-done" role="status" aria-label="Copied lines">
      <div>
        <p>
          {lines} of {source} {copied.copied === 1 ? 'is' : 'are'} in your cart.
        </p>
        <ul>
          {shownNotes.map(({ productId, kind, detail }) => (
            <li key={`${kind} ${productId}`}>{detail}</li>
          ))}
        </ul>
      </div>
      <div className="act">
        {shownNotes.length < notes.length && (
          <Button small onClick={() => setExpanded(true)}>
            Show all {pluralize(notes.length, 'note', 'notes')}
          </Button>
        )}
        <Button small onClick={() => navigate('.', { replace: true, state: null })}>
          OK
        </Button>
      </div>
    </section>
  )
}
