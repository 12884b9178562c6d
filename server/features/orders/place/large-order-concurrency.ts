import { refuse } from '@freehub/contract/refusals'
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts'

/** Maximum lines of a small order. Only few large orders run at a time, so that database connections remain free. */
const SMALL_ORDER_LINES = 20
const CONCURRENT_LARGE_ORDERS = 4
const WAITING_LARGE_ORDERS = 250

/** Returns a function that runs `place`, a few large orders at a time. It throws `overloaded` if too many wait. */
export function createLargeOrderConcurrency() {
  const largeOrders = createConcurrencyLimit(CONCURRENT_LARGE_ORDERS, {
    maxWaiting: WAITING_LARGE_ORDERS,
    createError: () => refuse('overloaded'),
  })
  return <Result>(lineCount: number, place: () => Promise<Result>): Promise<Result> =>
    lineCount > SMALL_ORDER_LINES ? largeOrders.run(place) : place()
}

export type LargeOrderConcurrency = ReturnType<typeof createLargeOrderConcurrency>
