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

/** Notes that are shown before "Show all". */
const FIRST_NOTES = 5

/** States what an order or a list has added to the cart: lines that are gone, replaced or short are named. */
export function CopiedLinesNotice() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [showsAll, setShowsAll] = useState(false)
  const copied = (state as CopiedLinesState | null)?.copiedLines
  if (!copied) return null
  const { source, notes } = copied
  const shown = showsAll ? notes : notes.slice(0, FIRST_NOTES)
  const lines = pluralize(copied.copied, 'line', 'lines')

  return (
    <section className="note note-done" role="status" aria-label="Copied lines">
      <div>
        <p>
          {lines} of {source} {copied.copied === 1 ? 'is' : 'are'} in your cart.
        </p>
        <ul>
          {shown.map(({ productId, kind, detail }) => (
            <li key={`${kind} ${productId}`}>{detail}</li>
          ))}
        </ul>
      </div>
      <div className="act">
        {shown.length < notes.length && (
          <Button small onClick={() => setShowsAll(true)}>
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
