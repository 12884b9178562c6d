import type { Call } from './call.ts'
import { cartCalls } from './cart/calls.ts'
import { catalogCalls } from './catalog/calls.ts'
import { fitmentCalls } from './fitment/calls.ts'
import { identityCalls } from './identity/calls.ts'
import { invoicesCalls } from './invoices/calls.ts'
import { notesCalls } from './notes/calls.ts'
import { orderPadCalls } from './order-pad/calls.ts'
import { ordersCalls } from './orders/calls.ts'
import { overviewCalls } from './overview/calls.ts'
import { paletteCalls } from './palette/calls.ts'
import { paymentsCalls } from './payments/calls.ts'
import { reviewsCalls } from './reviews/calls.ts'
import { savedListCalls } from './saved-lists/calls.ts'
import { usersCalls } from './users/calls.ts'

/** All HTTP calls: those of the specification (§7), and additional ones under /api. */
export const calls = {
  ...catalogCalls,
  ...cartCalls,
  ...orderPadCalls,
  ...savedListCalls,
  ...fitmentCalls,
  ...ordersCalls,
  ...notesCalls,
  ...paymentsCalls,
  ...invoicesCalls,
  ...reviewsCalls,
  ...usersCalls,
  ...identityCalls,
  ...overviewCalls,
  ...paletteCalls,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls
