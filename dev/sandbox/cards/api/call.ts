import type { CardStore, Change } from '../card-store.ts'
import type { Faults } from '../faults.ts'
import type { StripeError } from './errors.ts'
import type { Form } from './parameters.ts'

/** An authenticated request to the provider's API. */
export type Call = {
  store: CardStore
  faults: Faults
  form: Form
  /** The ID in the path, or an empty string. */
  id: string
  /** The kind of the caller's API key. */
  apiKeyKind: 'secret' | 'publishable'
  requestId: string
  idempotencyKey: string | null
  /** The origin of the sandbox in this request. */
  origin: string
}

/** The response of an operation and its changes to the stored data. */
export type Outcome = { status?: number; body: unknown; changes?: Change[] }

export type Operation = (call: Call) => Outcome

/** Creates a refusal because of the current state. The handler also commits `changes`. */
export function createRefusal(status: number, error: StripeError, changes: Change[] = []): Outcome {
  return { status, body: { error }, changes }
}
