import type { CartLine } from '@freehub/contract/cart/cart'
import { formatCount } from '@freehub/contract/money'

type Terms = Pick<CartLine, 'available' | 'minimumOrder' | 'orderMultiple'>

/** Formats the terms of a part: `8,100 available, minimum 50, multiples of 10`. */
export function formatTerms({ available, minimumOrder, orderMultiple }: Terms): string {
  return [
    `${formatCount(Math.max(available, 0))} available`,
    minimumOrder > 1 && `minimum ${formatCount(minimumOrder)}`,
    orderMultiple !== null && orderMultiple > 1 && `multiples of ${formatCount(orderMultiple)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
