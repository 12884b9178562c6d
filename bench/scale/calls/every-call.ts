import type { CallName } from '@freehub/contract/calls'
import { cartCalls } from './cart.ts'
import { fitmentCalls } from './fitment.ts'
import { orderPadAndListCalls } from './order-pad-and-saved-lists.ts'
import { orderCalls } from './orders.ts'
import { partCalls } from './parts.ts'
import type { Scenario } from './scenario.ts'
import { userAndReviewCalls } from './users-and-reviews.ts'

/** The scenario of each call in the contract. A call without a scenario is a type error. */
export const everyCall: Record<CallName, Scenario> = {
  ...partCalls,
  ...cartCalls,
  ...orderPadAndListCalls,
  ...fitmentCalls,
  ...orderCalls,
  ...userAndReviewCalls,
}

/** Numbers of repetitions of calls for which the default is too slow or exceeds a limit. */
export const REPETITIONS: Partial<Record<CallName, number>> = {
  exportParts: 3,
  exportOrders: 3,
  addPhoto: 10,
  checkFit: 100,
  planWheel: 100,
}
