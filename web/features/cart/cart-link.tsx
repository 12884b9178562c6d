import { pluralize } from '@freehub/contract/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { followOtherTabs } from '../../api/other-tabs.ts'
import { paths } from '../../paths.ts'
import { CartIcon } from '../../ui/icons.tsx'
import { useSession } from '../identity/session.ts'
import { cartCountQuery } from './cart-queries.ts'
import { countVisitorLines, subscribeToVisitorCart } from './visitor-cart.ts'

/** A link to the cart. The number of lines overlaps the icon, so that nothing moves when the number appears. */
export function CartLink() {
  const lineCount = useLineCount()
  const label = lineCount > 0 ? `Cart, ${pluralize(lineCount, 'line', 'lines')}` : 'Cart'
  return (
    <Link className="tool relative" to={paths.cart} aria-label={label}>
      <CartIcon />
      {lineCount > 0 && (
        <span className="cart-count" aria-hidden="true">
          {lineCount}
        </span>
      )}
    </Link>
  )
}

/** Returns the number of lines in the user's cart; 0 while it is unknown. Also refetches queries that other tabs report. */
function useLineCount(): number {
  const { status } = useSession()
  const client = useQueryClient()
  const visitorLines = useSyncExternalStore(subscribeToVisitorCart, countVisitorLines, () => 0)
  const { data } = useQuery({ ...cartCountQuery, enabled: status === 'signedIn' })

  useEffect(() => followOtherTabs(client), [client])

  if (status === 'signedIn') return data?.lineCount ?? 0
  return status === 'signedOut' ? visitorLines : 0
}
