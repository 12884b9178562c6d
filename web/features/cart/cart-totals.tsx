import { formatCents, pluralize } from '@freehub/contract/money'
import { totalRefusal } from '@freehub/contract/orders/order-refusals'
import { describeRefusal } from '@freehub/contract/refusals'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { useStore } from '../../api/use-store.ts'
import { isPlainClick } from '../../ui/forms/plain-click.ts'
import { useNavigateIfCurrent } from '../../ui/use-navigate-if-current.ts'
import type { CartEditor, CartTotals as Totals } from './cart-editor.ts'
import { focusInvalidInput } from './cart-row.tsx'
import { formatCartSize } from './format-cart-size.ts'
import { CartSavings } from './savings/cart-savings.tsx'

export const TOTALS_ID = 'cart-total'

/** Totals of the lines that can be ordered, and the link to the checkout. */
export function CartTotals({ editor }: { editor: CartEditor }) {
  const totals = useStore(editor, editor.getTotals)
  const obstacle = findObstacle(totals)
  const { lineCount, quantity, totalCents, refusedCount } = totals
  return (
    <section id={TOTALS_ID} className="totals cart-totals" tabIndex={-1} aria-label="Total">
      <p className="totals-count">
        {formatCartSize(lineCount, quantity, lineCount - refusedCount)}
      </p>
      <CartSavings editor={editor} />
      <output className="cart-sum">
        <span>Total</span> <b>{formatCents(totalCents)}</b>
      </output>
      {obstacle ? <p className="message">{obstacle}</p> : <CheckoutLink editor={editor} />}
      {refusedCount > 0 && !obstacle && (
        <p className="secondary">{pluralize(refusedCount, 'line', 'lines')} not included.</p>
      )}
    </section>
  )
}

/** Returns why the cart cannot be ordered, or undefined if it can. */
function findObstacle({ lineCount, refusedCount, totalCents }: Totals): string | undefined {
  if (refusedCount === lineCount) return 'Fix the problems in your lines before you check out.'
  const refusal = totalRefusal(totalCents)
  return refusal && describeRefusal(refusal.refused).title
}

/**
 * Saves pending changes before the checkout. Does not navigate if a field contains an invalid quantity, if saving fails,
 * or if the server refuses a line.
 */
function CheckoutLink({ editor }: { editor: CartEditor }) {
  const navigateIfCurrent = useNavigateIfCurrent()

  async function saveFirst(event: MouseEvent) {
    if (focusInvalidInput(editor)) return event.preventDefault()
    if (!isPlainClick(event)) return void editor.flush()
    if (!editor.hasChanges()) return
    event.preventDefault()
    if (await editor.saveAllLines()) navigateIfCurrent('/checkout')
  }

  return (
    <Link className="btn btn-block btn-lg" to="/checkout" onClick={saveFirst}>
      Checkout
    </Link>
  )
}
