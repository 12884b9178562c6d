import type Stripe from 'stripe'
import { openJournal } from '../journal.ts'
import type { CardMethod } from './payments/card-methods.ts'

/** A pending 3-D Secure challenge for an intent and a card. */
type Challenge = { id: string; intent: string; method: string }

/** The fields of a dispute that tests need. */
export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'payment_intent' | 'status'>

export type StoredEvent = Stripe.EventBase

/** The delivery state of an event. `deliveredAt` in milliseconds since 1970; null while it is pending. */
export type Delivery = {
  id: string
  attempts: number
  lastResult: string | null
  deliveredAt: number | null
}

/** The first response for an idempotency key, stored for at least a day. */
export type StoredResponse = {
  id: string
  fingerprint: string
  status: number
  body: unknown
  storedAt: number
}

type Rows = {
  intents: Stripe.PaymentIntent
  charges: Stripe.Charge
  refunds: Stripe.Refund
  disputes: Dispute
  methods: CardMethod
  challenges: Challenge
  events: StoredEvent
  deliveries: Delivery
  keys: StoredResponse
}

export type Change = { [T in keyof Rows]: [table: T, row: Rows[T]] }[keyof Rows]

export type CardStore = { [T in keyof Rows]: Map<string, Rows[T]> } & {
  /** Writes all changes as one line, so that a kill loses all or none. */
  commit(changes: Change[]): void
  close(): void
}

const DAY = 24 * 60 * 60 * 1000
const COMPACTION_THRESHOLD_LINES = 20_000

/** Opens the provider's data: maps in memory, oldest row first, backed by an append-only file. */
export function openCardStore(path: string): CardStore {
  const journal = openJournal<Change[]>(path)
  const tables = {
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    methods: new Map(),
    challenges: new Map(),
    events: new Map(),
    deliveries: new Map(),
    keys: new Map(),
  } satisfies { [T in keyof Rows]: Map<string, Rows[T]> }

  for (const changes of journal.entries) apply(changes)
  for (const stored of tables.keys.values()) {
    if (stored.storedAt < Date.now() - DAY) tables.keys.delete(stored.id)
  }
  if (journal.entries.length > COMPACTION_THRESHOLD_LINES) journal.rewrite(listChangesOfRows())

  return {
    ...tables,
    commit(changes) {
      if (changes.length === 0) return
      journal.append(changes)
      apply(changes)
    },
    close: journal.close,
  }

  function apply(changes: Change[]) {
    for (const [table, row] of changes) (tables[table] as Map<string, unknown>).set(row.id, row)
  }

  /** Returns each row as a change that adds it, to write a shorter file. */
  function listChangesOfRows(): Change[][] {
    return Object.entries(tables).flatMap(([table, rows]) =>
      [...rows.values()].map((row) => [[table, row] as Change]),
    )
  }
}
