import type { Faults } from '../faults.ts'
import type { Change, Ledger } from '../ledger.ts'
import type { Form } from './form.ts'
import type { StripeError } from './refusals.ts'

/** One request to the provider's API, read and let in. */
export type Call = {
  ledger: Ledger
  faults: Faults
  form: Form
  /** The id in the path, or nothing. */
  id: string
  by: 'secret' | 'publishable'
  requestId: string
  idempotencyKey: string | null
  /** The origin this stand-in was reached by. */
  origin: string
}

/** What an operation answers, and what it changes in the books. */
export type Outcome = { status?: number; body: unknown; changes?: Change[] }

export type Operation = (call: Call) => Outcome

/** A refusal by the state of things; `changes` are kept all the same. */
export function refusal(status: number, error: StripeError, changes: Change[] = []): Outcome {
  return { status, body: { error }, changes }
}
