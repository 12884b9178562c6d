import type { CartLine } from '@freehub/contract/cart/cart'
import { formatCount } from '@freehub/contract/money'
import { pluralize } from '../../api/format-count.ts'

/**
 * Formats the number of lines and pieces: `12 lines, 960 pieces`. If some lines cannot be ordered, also states how many
 * can: `6 of 8 lines, 387 pieces`.
 */
export function formatCartSize(lineCount: number, quantity: number, orderedCount = lineCount) {
  const ordered = orderedCount < lineCount ? `${formatCount(orderedCount)} of ` : ''
  return `${ordered}${pluralize(lineCount, 'line', 'lines')}, ${pluralize(quantity, 'piece', 'pieces')}`
}

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
