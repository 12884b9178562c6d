import type { Call, Outcome } from '../api/call.ts'
import { methodFromData } from './card-methods.ts'

export const createMethodParameters = {
  billing_details: 'done',
  card: 'done',
  expand: 'done',
  metadata: 'done',
  type: 'done',
} as const

/** Keeps a card from the browser's fields to be named in a later confirmation. */
export function createMethod({ form, by }: Call): Outcome {
  const card = methodFromData(form, by)
  return { body: card.method, changes: [['methods', card]] }
}
