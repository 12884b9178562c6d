import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Settlement } from '../settle.ts'
import type { ProviderEvent } from './provider.ts'

/** What the shop made of an event. */
export type EventOutcome = Settlement | 'disputed' | 'nothing'

/** The same in words that follow the event's name. */
const outcomes: Record<EventOutcome, string> = {
  settled: 'the order became paid',
  already: 'the order was paid already',
  open: 'the payment was still open',
  cancelled: 'the payment was closed',
  refunded: 'the money had to go back, or had gone back',
  disputed: 'the payment is disputed: answer it in the provider’s dashboard',
  foreign: 'no order of this shop',
  nothing: 'nothing to do',
}

/**
 * Keeps what the provider has told, once, and what came of it; nothing as long as it could not be
 * dealt with and is to come again.
 */
export async function keepProviderEvent(
  db: Db,
  { id, type, intentId }: ProviderEvent,
  outcome: EventOutcome | null,
): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({ id, type, intent_id: intentId ?? null, outcome })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ outcome }).where('provider_events.outcome', 'is', null),
    )
    .execute()
}

/** What the provider has told about these intents, the earliest first. */
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
    outcome: inWords(outcome),
  }))
}

function inWords(outcome: string | null): string | null {
  return outcomes[outcome as EventOutcome] ?? outcome
}
