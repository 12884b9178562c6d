import type { Call, Outcome } from '../api/call.ts'
import { oneOf, requiredText, text } from '../api/parameters.ts'
import { badParameter, noSuch } from '../api/refusals.ts'
import { failAuthentication } from './charge-card.ts'
import { finishWith } from './confirm-intent.ts'
import { presentIntent, refuseState } from './find-intent.ts'

export const challengeParameters = {
  client_secret: 'done',
  outcome: 'done',
  source: 'done',
} as const

/** What the bank's page says of the customer: the payment goes on, or waits for another card. */
export function answerChallenge(call: Call): Outcome {
  const { ledger, form } = call
  const source = requiredText(form, 'source')
  const outcome = oneOf(form, 'outcome', ['authenticated', 'failed'])
  const challenge = ledger.challenges.get(source)
  const intent = challenge && ledger.intents.get(challenge.intent)
  const card = challenge && ledger.methods.get(challenge.method)
  if (!intent || !card) throw noSuch('source', source)
  if (text(form, 'client_secret') !== intent.client_secret) {
    throw badParameter('client_secret', 'The client_secret does not belong to this challenge.')
  }
  if (intent.next_action?.use_stripe_sdk?.source !== source) {
    return refuseState('This challenge is no longer waited for.', intent, call)
  }
  if (outcome === 'authenticated') {
    const finished = finishWith(call, intent, card)
    // The bank's page only learns that it is done with; the intent says how the payment went.
    return { ...finished, status: 200, body: { object: 'three_d_secure', state: 'succeeded' } }
  }
  const failed = failAuthentication(intent, card, call)
  return { body: presentIntent(failed.intent, call.by), changes: failed.changes }
}
