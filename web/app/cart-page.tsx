import { useStore } from '../api/use-store.ts'
import '../style/orders/cart.css'
import type { Cart } from '@freehub/contract/cart/cart'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CartEditor } from '../features/cart/cart-editor.ts'
import { CartProblems } from '../features/cart/cart-problems.tsx'
import { focusInvalidInput } from '../features/cart/cart-row.tsx'
import { CartRows } from '../features/cart/cart-rows.tsx'
import { customerCart, visitorCart } from '../features/cart/cart-sources.ts'
import { CartTotals, TOTALS_ID } from '../features/cart/cart-totals.tsx'
import { ClearCartButton, ClearedMessage } from '../features/cart/clear-cart.tsx'
import { CopiedLinesMessage } from '../features/cart/copied-lines-message.tsx'
import { MergeMessage } from '../features/cart/merge/merge-message.tsx'
import { SaveError } from '../features/cart/save-error.tsx'
import { useCartEditor } from '../features/cart/use-cart-editor.ts'
import { CartFit } from '../features/fitment/cart-fit.tsx'
import { LineConflicts, LineFit } from '../features/fitment/line-fit.tsx'
import { saveReturnPath } from '../features/identity/return-path.ts'
import { useSession } from '../features/identity/session.ts'
import { SaveListButton } from '../features/saved-lists/save-list-button.tsx'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { PageMetadata } from '../ui/page/page-metadata.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useDoubleClickGuard } from '../ui/use-double-click-guard.ts'

export default function CartPage() {
  const isSignedIn = useSession().status === 'signedIn'
  return (
    <div className="wrap cart not-print:not-has-[.empty]:min-h-screen not-print:pb-24">
      <PageMetadata title="Cart" />
      <div className="phead">
        <h1>Cart</h1>
      </div>
      {isSignedIn ? (
        <CartScreen key="customer" source={customerCart} />
      ) : (
        <CartScreen key="visitor" source={visitorCart} />
      )}
    </div>
  )
}

type CartPageSource = typeof customerCart | typeof visitorCart

function CartScreen({ source }: { source: CartPageSource }) {
  const query = useQuery(source.query)
  return (
    <>
      <QueryState query={query} />
      {query.data && <CartContents cart={query.data} source={source} />}
    </>
  )
}

function CartContents({ cart, source }: { cart: Cart; source: CartPageSource }) {
  const editor = useCartEditor(cart, source)
  const allIds = useProblemsFirst(useStore(editor, editor.getIds), editor)
  const isEmpty = useStore(editor, editor.isEmpty)
  const isCleared = useStore(editor, editor.getClearedIds).length > 0 && isEmpty
  // The message about a cleared cart replaces the removed lines.
  const ids = isCleared ? [] : allIds

  return (
    <div
      className="cart-columns"
      data-empty={ids.length === 0 || undefined}
      onClickCapture={useDoubleClickGuard()}
    >
      <div className="cart-main grid grid-cols-1 content-start">
        {!isEmpty && (
          <a className="skip" href={`#${TOTALS_ID}`}>
            Skip to total
          </a>
        )}
        <MergeMessage editor={editor} />
        <CopiedLinesMessage isCartEmpty={isEmpty} />
        <ClearedMessage editor={editor} />
        <div className="sticky top-[calc(var(--bar)_+_8px)] z-2 not-empty:mb-6">
          <SaveError editor={editor} />
        </div>
        <CartProblems editor={editor} />
        <CartFit editor={editor}>
          {ids.length > 0 && (
            <CartRows
              ids={ids}
              editor={editor}
              name="the cart"
              LineFit={LineFit}
              LineConflicts={LineConflicts}
            />
          )}
        </CartFit>
        {isEmpty && <EmptyCart />}
        {!isEmpty && (
          <div className="flex flex-wrap items-start gap-x-3 [&>:has(form)]:basis-full [&>.save-list:not(:has(form))]:contents">
            {source === customerCart && (
              <SaveListButton
                getLines={() => (focusInvalidInput(editor) ? undefined : listShownLines(editor))}
              />
            )}
            <ClearCartButton editor={editor} />
          </div>
        )}
      </div>
      {!isEmpty && <CartTotals editor={editor} />}
    </div>
  )
}

/** Moves the lines that have problems when the screen opens to the top. Lines do not move while the customer edits. */
function useProblemsFirst(ids: string[], editor: CartEditor): string[] {
  const [firstIds] = useState(
    () => new Set(editor.getProblemLines().map(({ productId }) => productId)),
  )
  const isFirst = (id: string) => firstIds.has(id)
  return [...ids.filter(isFirst), ...ids.filter((id) => !isFirst(id))]
}

function listShownLines(editor: CartEditor) {
  return editor.getIds().flatMap((id) => {
    const row = editor.getRow(id)
    return row && !row.isRemoved ? [{ productId: id, quantity: row.line.quantity }] : []
  })
}

function EmptyCart() {
  const isSignedOut = useSession().status === 'signedOut'
  return (
    <EmptyState
      text="Your cart is empty"
      details={
        isSignedOut && (
          <>
            <Link to={paths.login} onClick={() => saveReturnPath(paths.cart)}>
              Log in
            </Link>{' '}
            to see your saved cart.
          </>
        )
      }
      links={[
        { to: paths.allParts, name: 'Bicycle Parts' },
        { to: paths.orderPad, name: 'Order Pad' },
        ...(isSignedOut ? [] : [{ to: paths.myOrders, name: 'My Orders' }]),
      ]}
    />
  )
}
