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
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts'
import type { StoredLine } from '../../cart/read-cart.ts'
import type { DecidedOrder } from './write-order.ts'

/** Maximum lines of a small order. Only a few large orders are placed at a time, so that connections remain free. */
const SMALL_ORDER_LINES = 20
const CONCURRENT_LARGE_ORDERS = 4
const WAITING_LARGE_ORDERS = 250

/** Returns a function that places an order. A large order waits while too many others are placed. */
export function createLargeOrderLimit() {
  const largeOrders = createConcurrencyLimit(CONCURRENT_LARGE_ORDERS, {
    maxWaiting: WAITING_LARGE_ORDERS,
    createError: () => refuse('overloaded'),
  })
  return <Result>(lineCount: number, place: () => Promise<Result>): Promise<Result> =>
    lineCount > SMALL_ORDER_LINES ? largeOrders.run(place) : place()
}

export type LargeOrderLimit = ReturnType<typeof createLargeOrderLimit>

interface DecidedLines {
  lines: DecidedOrder['lines']
  /** The same lines as a cart shows them. */
  described: CartLine[]
  totalCents: number
}

type NewLine = Pick<StoredLine, 'part' | 'quantity'> & Partial<StoredLine>

/** Computes all lines at current prices, or refuses them with the reason of each line. */
export function decideLines(newLines: NewLine[]): DecidedLines | Refusal {
  const described = newLines.map(({ part, quantity, seenPriceCents }) =>
    describeLine(part, quantity, seenPriceCents),
  )
  const refused = described.flatMap(findRefusedLine)
  if (refused.length > 0) return refuse('lines_refused', { lines: refused })
  const lines = newLines.map(({ part, quantity }, index) => ({
    ...{ productId: part.productId, quantity, termsVersion: part.termsVersion },
    unitPriceCents: (described[index] as CartLine).unitPriceCents,
  }))
  return { lines, described, totalCents: cartTotal(described) }
}

function findRefusedLine(line: CartLine): RefusedLine[] {
  const problem = findBlockingProblem(line)
  if (!problem) return []
  const { productId, available } = line
  return [{ productId, code: problem.code as RefusalCode, detail: problem.detail, available }]
}
