import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { CartEditor } from './cart-editor.ts'
import { formatMerge } from './format-merge.ts'
import { clearMergeNotice, readMergeNotice } from './stored-merge.ts'

/** States what a sign-in has merged into the cart, with Undo. Stays until it is dismissed. */
export function MergeNotice({ editor }: { editor: CartEditor }) {
  const [merged, setMerged] = useState(readMergeNotice)
  if (!merged) return null

  function dismiss() {
    clearMergeNotice()
    setMerged(undefined)
  }

  /** Restores the quantities before the merge. Lines that have changed since then stay. */
  function undo() {
    for (const { productId, before, after } of merged?.merged ?? []) {
      const row = editor.getRow(productId)
      if (row?.line.quantity === after) editor.setQuantity(productId, before)
    }
    void editor.flush()
    dismiss()
  }

  return (
    <section className="note cart-merged" role="status" aria-label="Merged cart">
      <div>
        {formatMerge(merged).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="act">
        {merged.merged.length > 0 && (
          <Button small onClick={undo}>
            Undo
          </Button>
        )}
        <Button small onClick={dismiss}>
          OK
        </Button>
      </div>
    </section>
  )
}
