import type { Call, Outcome } from '../api/call.ts'
import { notFoundError, parameterError } from '../api/errors.ts'
import { readEnum, readRequiredText, readText } from '../api/parameters.ts'
import { failAuthentication } from './charge-card.ts'
import { finishConfirmation } from './confirm-intent.ts'
import { presentIntent, refuseState } from './find-intent.ts'

export const challengeParameters = {
  client_secret: 'supported',
  outcome: 'supported',
  source: 'supported',
} as const

/** Processes the result from the bank's page: charges the card, or requires another one. */
export function answerChallenge(call: Call): Outcome {
  const { ledger, form } = call
  const source = readRequiredText(form, 'source')
  const outcome = readEnum(form, 'outcome', ['authenticated', 'failed'])
  const challenge = ledger.challenges.get(source)
  const intent = challenge && ledger.intents.get(challenge.intent)
  const card = challenge && ledger.methods.get(challenge.method)
  if (!intent || !card) throw notFoundError('source', source)
  if (readText(form, 'client_secret') !== intent.client_secret) {
    throw parameterError('client_secret', 'The client_secret does not belong to this challenge.')
  }
  if (intent.next_action?.use_stripe_sdk?.source !== source) {
    return refuseState('This challenge is no longer pending.', intent, call)
  }
  if (outcome === 'authenticated') {
    const finished = finishConfirmation(call, intent, card)
    // The bank's page learns only that the challenge is done. The intent has the result of the payment.
    return { ...finished, status: 200, body: { object: 'three_d_secure', state: 'succeeded' } }
  }
  const failed = failAuthentication(intent, card, call)
  return { body: presentIntent(failed.intent, call.by), changes: failed.changes }
}
