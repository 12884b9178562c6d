import type { CopiedLines } from '@freehub/contract/cart/cart'
import { pluralize } from '@freehub/contract/money'
import { type MouseEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { focusMain } from '../../ui/focus-main.ts'

/** The state of the navigation to the cart after lines were copied to it. */
export interface CopiedLinesState {
  /** `source` names the order, list or job. */
  copiedLines: CopiedLines & { source: string }
}

/** Number of notes that are shown before "Show all". */
const INITIAL_NOTES = 5

/**
 * States how many lines of an order, a list or a job are now in the cart, with notes about the other lines. Hidden if
 * the customer has removed these lines.
 */
export function CopiedLinesMessage({ isCartEmpty }: { isCartEmpty: boolean }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isExpanded, setExpanded] = useState(false)
  const okButton = useRef<HTMLButtonElement>(null)
  const copiedLines = (state as CopiedLinesState | null)?.copiedLines
  if (!copiedLines || (isCartEmpty && copiedLines.copied > 0)) return null
  const { source, copied: lineCount, notes } = copiedLines
  const shownNotes = isExpanded ? notes : notes.slice(0, INITIAL_NOTES)
  const lines = pluralize(lineCount, 'line', 'lines')

  function expand() {
    setExpanded(true)
    okButton.current?.focus()
  }

  function dismiss(event: MouseEvent) {
    focusMain(event)
    void navigate('.', { replace: true, state: null })
  }

  return (
    <section className="message message-done" role="status" aria-label="Copied lines">
      <div>
        <p>
          {lines} of {source} {lineCount === 1 ? 'is' : 'are'} in your cart.
        </p>
        <ul>
          {shownNotes.map(({ productId, kind, name, detail }) => (
            <li key={`${kind} ${productId} ${name}`}>{detail}</li>
          ))}
        </ul>
      </div>
      <div className="actions">
        {shownNotes.length < notes.length && (
          <Button small onClick={expand}>
            Show All {pluralize(notes.length, 'Note', 'Notes')}
          </Button>
        )}
        <Button ref={okButton} small onClick={dismiss}>
          OK
        </Button>
      </div>
    </section>
  )
}
