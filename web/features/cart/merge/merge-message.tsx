import type { MergedCart } from '@freehub/contract/cart/cart'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import type { CartEditor } from '../cart-editor.ts'
import { changeVisitorLines } from '../visitor-cart.ts'
import { formatMerge } from './format-merge.ts'
import { clearMergeMessage, readMergeMessage } from './stored-merge-message.ts'

interface MergeMessageProps {
  /** The editor of the cart page. On other pages, the message links to the cart page. */
  editor?: CartEditor
}

/** Shows what a sign-in has merged into the cart, until the user dismisses it. The cart screen also offers Undo. */
export function MergeMessage({ editor }: MergeMessageProps) {
  const [merged, setMerged] = useState(readMergeMessage)
  if (!merged) return null

  function dismiss() {
    clearMergeMessage()
    setMerged(undefined)
  }

  return (
    <section className="message message-done" role="status" aria-label="Merged cart">
      <div className="grid gap-2">
        {formatMerge(merged).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="actions">
        {!editor && (
          <Link className="btn btn-outline btn-sm" to={paths.cart}>
            View Cart
          </Link>
        )}
        {editor && merged.merged.length > 0 && (
          <Button
            small
            onClick={() => {
              undoMerge(editor, merged)
              dismiss()
            }}
          >
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

/**
 * Restores the quantities before a merge, and discards the lines for which the cart was full. Quantities that have
 * changed since then stay.
 */
export function undoMerge(editor: CartEditor, { merged, unmergedIds = [] }: MergedCart): void {
  for (const { productId, before, after } of merged) {
    const row = editor.getRow(productId)
    if (row && !row.isRemoved && row.line.quantity === after) editor.setQuantity(productId, before)
  }
  void editor.flush()
  changeVisitorLines((lines) => lines.filter(({ productId }) => !unmergedIds.includes(productId)))
}
