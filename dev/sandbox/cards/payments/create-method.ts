import type { Call, Outcome } from '../api/call.ts'
import { createMethodFromData } from './card-methods.ts'

export const createMethodParameters = {
  billing_details: 'supported',
  card: 'supported',
  expand: 'supported',
  metadata: 'supported',
  type: 'supported',
} as const

/** Stores a card from the browser for a later confirmation. */
export function createMethod({ form, by }: Call): Outcome {
  const card = createMethodFromData(form, by)
  return { body: card.method, changes: [['methods', card]] }
}
