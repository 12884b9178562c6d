import type { CallName } from '@freehub/contract/calls'
import { orderCalls } from './orders.ts'
import { partCalls } from './parts.ts'
import { peopleCalls } from './people.ts'
import type { Scenario } from './scenario.ts'

/** How each call of the contract is measured: a new one that is not named here is a type error. */
export const everyCall: Record<CallName, Scenario> = {
  ...partCalls,
  ...orderCalls,
  ...peopleCalls,
}

/** Whole files, and pictures made anew: more often than this nobody would wait for. */
export const FEW: Partial<Record<CallName, number>> = {
  exportParts: 3,
  exportOrders: 3,
  addPhoto: 10,
}
