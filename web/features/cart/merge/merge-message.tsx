import type { MergedCart } from '@freehub/contract/cart/cart'
import { formatCount, pluralize } from '@freehub/contract/money'
import { type MouseEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { focusMain } from '../../../ui/focus-main.ts'
import { WarnIcon } from '../../../ui/icons.tsx'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { useSession } from '../../identity/session.ts'
import type { CartEditor } from '../cart-editor.ts'
import { changeVisitorLines } from '../visitor-cart.ts'
import { formatMergedLines, formatUnmergedLines } from './format-merge.ts'
import { clearMergeMessage, readMergeMessage } from './stored-merge-message.ts'

interface MergeMessageProps {
  /** The editor of the cart page. On other pages, the message links to the cart page. */
  editor?: CartEditor
}

/** Shows what a sign-in has merged into the cart, until the user dismisses it. The cart screen also offers Undo. */
export function MergeMessage({ editor }: MergeMessageProps) {
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  const [merged, setMerged] = useState(() => readMergeMessage(email))
  const headingId = useId()
  if (!merged) return null

  function dismiss(event: MouseEvent) {
    focusMain(event)
    clearMergeMessage(email)
    setMerged(undefined)
  }

  return (
    <section
      className="message message-done merge-message"
      role="status"
      aria-labelledby={headingId}
    >
      <div className="grid gap-2 min-w-0 max-lg:contents">
        <h2 id={headingId} className="max-lg:sr-only">
          Carts merged
        </h2>
        <MergedLines merged={merged} />
        {formatUnmergedLines(merged).map((sentence) => (
          <p key={sentence} className="flex gap-2 text-warn">
            <WarnIcon />
            <span>{preventBreaks(sentence)}</span>
          </p>
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
            onClick={(event) => {
              undoMerge(editor, merged)
              dismiss(event)
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

/** The sentences about merged lines. On a narrow screen, they are folded under the number of lines. */
function MergedLines({ merged }: { merged: MergedCart }) {
  const [isWide] = useState(() => matchMedia('(min-width: 1024px)').matches)
  const lineCount = merged.merged.length
  const raisedCount = merged.merged.filter(({ before }) => before > 0).length
  if (lineCount === 0) return null
  const sentences = formatMergedLines(merged).map((sentence) => (
    <p key={sentence} className="mt-1 font-normal">
      {sentence}
    </p>
  ))
  if (isWide) return <div>{sentences}</div>
  return (
    <details>
      <summary className="w-fit">
        {pluralize(lineCount, 'line', 'lines')} from this browser {lineCount === 1 ? 'is' : 'are'}{' '}
        in your cart{raisedCount > 0 && `, ${formatCount(raisedCount)}\u00a0with a larger quantity`}
      </summary>
      {sentences}
    </details>
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
