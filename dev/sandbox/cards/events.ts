import type Stripe from 'stripe'
import type { Call, Outcome } from './api/call.ts'
import { listPage } from './api/list.ts'
import type { KnownParameters } from './api/parameters.ts'
import { text, texts } from './api/parameters.ts'
import { noSuch } from './api/refusals.ts'
import { newId, seconds } from './ids.ts'
import type { Change, Ledger, StoredEvent } from './ledger.ts'

/** The version whose shapes the events have: that of the SDK whose types check them. */
const API_VERSION = '2026-10-28.endive'

type Cause = { requestId: string | null; idempotencyKey: string | null }
type Subject = Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund

/** Records that something happened, and that it is to be told. */
export function event(type: Stripe.Event.Type, object: Subject, cause: Cause): Change[] {
  const id = newId('evt_1')
  const happened = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  } satisfies Stripe.EventBase
  const owed = { id, attempts: 0, lastAnswer: null, deliveredAt: null }
  return [
    ['events', happened],
    ['deliveries', owed],
  ]
}

/** An event as it is now: told, or still to be told. */
export function presentEvent(ledger: Ledger, stored: StoredEvent): StoredEvent {
  return { ...stored, pending_webhooks: ledger.deliveries.get(stored.id)?.deliveredAt ? 0 : 1 }
}

export const listEventsParameters = {
  created: 'done',
  delivery_success: 'not done',
  ending_before: 'done',
  expand: 'done',
  limit: 'done',
  starting_after: 'done',
  type: 'done',
  types: 'done',
} satisfies Record<keyof Stripe.EventListParams, 'done' | 'not done'>

export function listEvents({ ledger, form }: Call): Outcome {
  const type = text(form, 'type')
  const types = texts(form, 'types') ?? (type ? [type] : null)
  const rows = [...ledger.events.values()].filter((row) => !types || types.some(matches(row.type)))
  const page = listPage(rows, form, '/v1/events')
  return { body: { ...page, data: page.data.map((row) => presentEvent(ledger, row)) } }
}

/** `charge.*` stands for everything about charges. */
function matches(type: string) {
  return (wanted: string) =>
    wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

export const retrieveParameters: KnownParameters = { expand: 'done' }

export function retrieveEvent({ ledger, id }: Call): Outcome {
  const found = ledger.events.get(id)
  if (!found) throw noSuch('event', id, 'id')
  return { body: presentEvent(ledger, found) }
}
