import '../../style/orders/cart-page.css'
import type { Cart } from '@freehub/contract/cart/cart'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useSession } from '../identity/session.ts'
import type { CartEditor } from './cart-editor.ts'
import { CartProblems } from './cart-problems.tsx'
import { CartRow } from './cart-row.tsx'
import { type CartSource, customerCart, visitorCart } from './cart-sources.ts'
import { CartTotals, TOTALS_ID } from './cart-totals.tsx'
import { CopiedOrderNotice } from './copied-order-notice.tsx'
import { MergeNotice } from './merge-notice.tsx'
import { SaveError } from './save-error.tsx'
import { useCartEditor, useCartIds, useCartTotals } from './use-cart-editor.ts'

/** The cart of the customer or the visitor. */
export default function CartPage() {
  const isSignedIn = useSession().status === 'signedIn'
  return (
    <div className="wrap cart">
      <PageHead title="Cart" />
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

function CartScreen({ source }: { source: CartSource }) {
  const query = useQuery(source.query)
  return (
    <>
      <QueryState query={query} />
      {query.data && <CartContents cart={query.data} source={source} />}
    </>
  )
}

function CartContents({ cart, source }: { cart: Cart; source: CartSource }) {
  const editor = useCartEditor(cart, source)
  const ids = useCartIds(editor)
  const isEmpty = useCartTotals(editor).lineCount === 0

  return (
    <>
      <MergeNotice editor={editor} />
      <CopiedOrderNotice />
      <div className="cart-columns" data-empty={ids.length === 0 || undefined}>
        <div className="cart-main">
          {!isEmpty && (
            <a className="skip" href={`#${TOTALS_ID}`}>
              Skip to total
            </a>
          )}
          <div className="cart-save-error">
            <SaveError editor={editor} />
          </div>
          <CartProblems editor={editor} />
          {ids.length > 0 && <CartRows ids={ids} editor={editor} />}
          {isEmpty && <EmptyCart />}
        </div>
        {!isEmpty && <CartTotals editor={editor} />}
      </div>
    </>
  )
}

/** The browser skips layout and paint of lists outside the window. Fewer lists cost less than 500 single rows. */
const LIST_LENGTH = 20

function CartRows({ ids, editor }: { ids: string[]; editor: CartEditor }) {
  const starts = ids.flatMap((_, index) => (index % LIST_LENGTH === 0 ? index : []))
  return (
    <div className="cart-rows">
      {starts.map((start) => {
        const listed = ids.slice(start, start + LIST_LENGTH)
        const style = { '--lines': listed.length } as CSSProperties
        const label = `Lines ${start + 1} to ${start + listed.length} of the cart`
        return (
          <ul key={start} aria-label={label} style={style}>
            {listed.map((id) => (
              <CartRow key={id} id={id} editor={editor} />
            ))}
          </ul>
        )
      })}
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState text="Your cart is empty">
      <div className="act">
        <Link className="btn" to={paths.allParts}>
          Bicycle Parts
        </Link>
        <Link className="btn btn-outline" to={paths.myOrders}>
          My Orders
        </Link>
      </div>
    </EmptyState>
  )
}
