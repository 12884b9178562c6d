import {
  type CartLine,
  cartTotal,
  describeLine,
  findBlockingProblem,
} from '@freehub/contract/cart/cart'
import {
  type Refusal,
  type RefusalCode,
  type RefusedLine,
  refuse,
} from '@freehub/contract/refusals'
import type { StoredLine } from '../../cart/read-cart.ts'
import type { PricedOrder } from './write-order.ts'

interface PricedLines {
  lines: PricedOrder['lines']
  /** The same lines as a cart shows them. */
  described: CartLine[]
  totalCents: number
}

type NewLine = Pick<StoredLine, 'part' | 'quantity'> & { seenPriceCents?: number | undefined }

/** Computes all lines at current prices. If some cannot be ordered, refuses with the reason of each of these. */
export function priceLines(newLines: NewLine[]): PricedLines | Refusal {
  const described = newLines.map(({ part, quantity, seenPriceCents }) =>
    describeLine(part, quantity, seenPriceCents),
  )
  const refused = findRefusedLines(described)
  if (refused.length > 0) return refuse('lines_refused', { lines: refused })
  const lines = newLines.map(({ part, quantity }, index) => ({
    productId: part.productId,
    quantity,
    terms: part,
    termsVersion: part.termsVersion,
    unitPriceCents: (described[index] as CartLine).unitPriceCents,
  }))
  return { lines, described, totalCents: cartTotal(described) }
}

const findRefusedLines = (lines: CartLine[]): RefusedLine[] =>
  lines.flatMap((line) => {
    const problem = findBlockingProblem(line)
    if (!problem) return []
    const { productId, available } = line
    return { productId, code: problem.code as RefusalCode, detail: problem.detail, available }
  })

/** Returns the lines whose price differs from the seen price. */
export const findChangedPrices = (lines: CartLine[]): RefusedLine[] =>
  lines.flatMap((line) => {
    const problem = line.problems.find(({ code }) => code === 'price_changed')
    if (!problem) return []
    const { productId, seenPriceCents: oldPriceCents, unitPriceCents: newPriceCents } = line
    const { detail } = problem
    return { productId, code: 'prices_changed', detail, oldPriceCents, newPriceCents }
  })
