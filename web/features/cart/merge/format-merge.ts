import type { MergedCart } from '@freehub/contract/cart/cart'
import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, pluralize } from '@freehub/contract/money'

/** Maximum number of parts that one sentence names. */
const MAX_NAMES = 3

/** Describes the merged lines in sentences, one for new lines and one for raised quantities. */
export function formatMergedLines({ merged }: MergedCart): string[] {
  const added = merged.filter(({ before }) => before === 0).map(({ name }) => name)
  const raised = merged
    .filter(({ before }) => before > 0)
    .map(
      ({ name, before, after }) =>
        `${name} (${formatCount(after)} instead of ${formatCount(before)})`,
    )
  return [
    added.length > 0 &&
      `${pluralize(added.length, 'line', 'lines')} from this browser ${added.length === 1 ? 'was' : 'were'} added to your cart: ${listNames(added)}.`,
    raised.length > 0 &&
      `The larger quantity was kept for parts in both carts: ${listNames(raised)}.`,
  ].filter((sentence) => sentence !== false)
}

/** Describes the lines that were not merged. */
export function formatUnmergedLines({ leftOut, unmergedIds = [] }: MergedCart): string[] {
  return [
    leftOut.length > 0 &&
      `Not added: ${listNames(leftOut)} (${formatCause(leftOut.length, unmergedIds.length)}).`,
    unmergedIds.length > 0 &&
      `${pluralize(unmergedIds.length, 'line stays', 'lines stay')} in this browser and will be added when your cart has fewer than ${ORDER_LINES_MAXIMUM} lines.`,
  ].filter((sentence) => sentence !== false)
}

/** Describes why lines were not merged. For `fullCount` of them, the cart had no free line. */
function formatCause(count: number, fullCount: number): string {
  if (fullCount === 0) return 'no longer sold'
  return fullCount === count ? 'your cart is full' : 'no longer sold, or your cart is full'
}

function listNames(names: string[]): string {
  const rest = names.length - MAX_NAMES
  const shown = names.slice(0, MAX_NAMES).join('; ')
  return rest > 0 ? `${shown}; and ${pluralize(rest, 'other part', 'other parts')}` : shown
}
