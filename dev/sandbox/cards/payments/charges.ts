import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { listPage } from '../api/list.ts'
import { text } from '../api/parameters.ts'
import { noSuch } from '../api/refusals.ts'

export function retrieveCharge({ ledger, id }: Call): Outcome {
  const charge = ledger.charges.get(id)
  if (!charge) throw noSuch('charge', id, 'id')
  return { body: charge }
}

export const listChargesParameters = {
  created: 'done',
  customer: 'not done',
  ending_before: 'done',
  expand: 'done',
  limit: 'done',
  payment_intent: 'done',
  starting_after: 'done',
  transfer_group: 'not done',
} satisfies Record<keyof Stripe.ChargeListParams, 'done' | 'not done'>

export function listCharges({ ledger, form }: Call): Outcome {
  const intent = text(form, 'payment_intent')
  const charges = [...ledger.charges.values()].filter(
    (charge) => intent === undefined || charge.payment_intent === intent,
  )
  return { body: listPage(charges, form, '/v1/charges') }
}
