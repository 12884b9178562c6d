import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Settlement } from '../settle.ts'
import type { ProviderEvent } from './provider.ts'

/** The outcome of processing an event. It is stored, and is a metric label. */
export type EventOutcome = Settlement | 'disputed' | 'dispute_won' | 'refund_failed' | 'nothing'

const outcomeTexts: Record<EventOutcome, string> = {
  settled: 'order marked as paid',
  already: 'order was already paid',
  open: 'payment still open',
  cancelled: 'payment closed',
  refunded: 'payment refunded',
  disputed: 'payment disputed: respond in the provider’s dashboard',
  dispute_won: 'no dispute is open or lost',
  refund_failed:
    'refund failed: check in the provider’s dashboard whether the customer has the money',
  foreign: 'no order in this shop',
  nothing: 'no action needed',
}

/**
 * Stores an event once. The outcome is null until the event is processed successfully. An event about a dispute that is
 * sent again replaces its earlier outcome, unless that was read later. `receivedAt` is the time before processing.
 */
export async function recordProviderEvent(
  db: Db,
  { id, type, intentId }: ProviderEvent,
  { outcome, receivedAt }: { outcome: EventOutcome | null; receivedAt: Date },
): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({ id, type, intent_id: intentId ?? null, outcome, received_at: receivedAt })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ outcome, received_at: receivedAt })
        .where(
          sql<boolean>`provider_events.outcome is null
            or ${isDisputeEvent(type) && outcome !== null} and provider_events.received_at <= ${receivedAt}`,
        ),
    )
    .execute()
}

export const isDisputeEvent = (type: string): boolean => type.startsWith('charge.dispute.')

/** Reads the stored events of intents, the oldest first, with their outcomes as texts for staff. */
export async function readProviderEvents(db: Db, intentIds: string[]) {
  if (intentIds.length === 0) return []
  const rows = await db
    .selectFrom('provider_events')
    .select(['id', 'type', 'intent_id', 'received_at', 'outcome'])
    .where('intent_id', 'in', intentIds)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, type, intent_id, received_at, outcome }) => ({
    id,
    type,
    intentId: intent_id,
    receivedAt: received_at.toISOString(),
    outcome: formatOutcome(outcome),
  }))
}

function formatOutcome(outcome: string | null): string | null {
  return outcomeTexts[outcome as EventOutcome] ?? outcome
}
