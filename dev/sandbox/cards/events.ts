import type Stripe from 'stripe'
import type { Call, Outcome } from './api/call.ts'
import { notFoundError } from './api/errors.ts'
import { listPage } from './api/expand.ts'
import { readText, readTextList } from './api/parameters.ts'
import { newId, nowInSeconds } from './ids.ts'
import type { Change, Ledger, StoredEvent } from './ledger.ts'

/** The API version of the events, which matches the SDK's types. */
const API_VERSION = '2026-10-28.endive'

type EventRequest = { requestId: string | null; idempotencyKey: string | null }
type Subject = Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund

/** Creates an event and its pending delivery. */
export function createEvent(
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
export function presentEvent(ledger: Ledger, stored: StoredEvent): StoredEvent {
  return { ...stored, pending_webhooks: ledger.deliveries.get(stored.id)?.deliveredAt ? 0 : 1 }
}

export function listEvents({ ledger, form }: Call): Outcome {
  const type = readText(form, 'type')
  const types = readTextList(form, 'types') ?? (type ? [type] : null)
  const rows = [...ledger.events.values()].filter((row) => !types || types.some(matches(row.type)))
  const page = listPage(rows, form, '/v1/events')
  return { body: { ...page, data: page.data.map((row) => presentEvent(ledger, row)) } }
}

/** `charge.*` matches all charge events. */
function matches(type: string) {
  return (pattern: string) =>
    pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}

export function retrieveEvent({ ledger, id }: Call): Outcome {
  const event = ledger.events.get(id)
  if (!event) throw notFoundError('event', id, 'id')
  return { body: presentEvent(ledger, event) }
}
