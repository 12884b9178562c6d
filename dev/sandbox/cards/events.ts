import type Stripe from 'stripe'
import type { CardStore, Change, StoredEvent } from './card-store.ts'
import { newId, nowInSeconds } from './stripe-values.ts'

/** The API version of the events, which matches the SDK's types. */
const API_VERSION = '2026-10-28.endive'

export type EventRequest = { requestId: string | null; idempotencyKey: string | null }
type Subject = Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund

/** Returns the changes that store a new event and its pending delivery. */
export function eventChanges(
  type: Stripe.Event.Type,
  object: Subject,
  cause: EventRequest,
): Change[] {
  const id = newId('evt_1')
  const storedEvent = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: nowInSeconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  } satisfies Stripe.EventBase
  const delivery = { id, attempts: 0, lastResult: null, deliveredAt: null }
  return [
    ['events', storedEvent],
    ['deliveries', delivery],
  ]
}

/** Returns an event with its current `pending_webhooks`. */
export function presentEvent(store: CardStore, stored: StoredEvent): StoredEvent {
  return { ...stored, pending_webhooks: store.deliveries.get(stored.id)?.deliveredAt ? 0 : 1 }
}
