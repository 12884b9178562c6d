import type Stripe from 'stripe'
import { openJournal } from '../journal.ts'
import type { CardMethod } from './payments/card-methods.ts'

/** A 3-D Secure challenge under way: which intent it holds up, and which card it asks about. */
type Challenge = { id: string; intent: string; method: string }

export type StoredEvent = Stripe.EventBase

/** What is still owed, or was delivered, of one event; `deliveredAt` in milliseconds since 1970. */
export type Delivery = {
  id: string
  attempts: number
  lastAnswer: string | null
  deliveredAt: number | null
}

/** The first answer under an idempotency key, kept for a day. */
export type KeptAnswer = {
  id: string
  fingerprint: string
  status: number
  body: unknown
  keptAt: number
}

type Rows = {
  intents: Stripe.PaymentIntent
  charges: Stripe.Charge
  refunds: Stripe.Refund
  methods: CardMethod
  challenges: Challenge
  events: StoredEvent
  deliveries: Delivery
  keys: KeptAnswer
}

export type Change = { [T in keyof Rows]: [table: T, row: Rows[T]] }[keyof Rows]

export type Ledger = { [T in keyof Rows]: Map<string, Rows[T]> } & {
  /** Writes all changes in one line: after a kill there are all of them or none. */
  commit(changes: Change[]): void
  close(): void
}

const DAY = 24 * 60 * 60 * 1000
const LINES_WORTH_COMPACTING = 20_000

/** Opens the provider's books: maps in memory, oldest row first, backed by an append-only file. */
export function openLedger(path: string): Ledger {
  const journal = openJournal<Change[]>(path)
  const tables = {
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    methods: new Map(),
    challenges: new Map(),
    events: new Map(),
    deliveries: new Map(),
    keys: new Map(),
  } satisfies { [T in keyof Rows]: Map<string, Rows[T]> }

  for (const changes of journal.entries) apply(changes)
  for (const kept of tables.keys.values()) {
    if (kept.keptAt < Date.now() - DAY) tables.keys.delete(kept.id)
  }
  if (journal.entries.length > LINES_WORTH_COMPACTING) journal.rewrite(allRows())

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

  function allRows(): Change[][] {
    return Object.entries(tables).flatMap(([table, rows]) =>
      [...rows.values()].map((row) => [[table, row] as Change]),
    )
  }
}
