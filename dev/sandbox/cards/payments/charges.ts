import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { notFoundError } from '../api/errors.ts'
import { listPage } from '../api/list.ts'
import { readText } from '../api/parameters.ts'

export function retrieveCharge({ ledger, id }: Call): Outcome {
  const charge = ledger.charges.get(id)
  if (!charge) throw notFoundError('charge', id, 'id')
  return { body: charge }
}

export const listChargesParameters = {
  created: 'supported',
  customer: 'unsupported',
  ending_before: 'supported',
  expand: 'supported',
  limit: 'supported',
  payment_intent: 'supported',
  starting_after: 'supported',
  transfer_group: 'unsupported',
} satisfies Record<keyof Stripe.ChargeListParams, 'supported' | 'unsupported'>

export function listCharges({ ledger, form }: Call): Outcome {
  const intent = readText(form, 'payment_intent')
  const charges = [...ledger.charges.values()].filter(
    (charge) => intent === undefined || charge.payment_intent === intent,
  )
  return { body: listPage(charges, form, '/v1/charges') }
}
