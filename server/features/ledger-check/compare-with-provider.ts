import type { Db } from '../../platform/database/connections/connect.ts'
import type { CardProvider, Intent } from '../payments/card-provider/provider.ts'
import {
  findMismatch,
  type MismatchKind,
  mismatchTexts,
  type RecordedIntent,
} from '../payments/find-mismatch.ts'
import { selectRecordedIntents } from '../payments/recorded-intents.ts'
import { PRESS_REPAIR, type RuleViolations } from './rules.ts'

const PAGE_SIZE = 100

/** A payment that differs between ledger and provider. */
interface Mismatch {
  payment: string
  order: string | undefined
  kind: MismatchKind
}

interface Deps {
  db: Db
  cards: CardProvider
}

/**
 * Finds payments that differ between ledger and provider. Compares every intent at the provider with the ledger. Also
 * finds intents of the ledger that the provider does not list, unless the ledger has cancelled them.
 */
export async function findMismatches({ db, cards }: Deps): Promise<Mismatch[]> {
  const listedIds = new Set<string>()
  const mismatches: Mismatch[] = []
  for await (const intents of readProviderPages(cards.listIntents())) {
    for (const { id } of intents) listedIds.add(id)
    const recordedIntents = await readRecordedIntents(
      db,
      intents.map(({ id }) => id),
    )
    mismatches.push(
      ...intents.flatMap((intent) => toMismatches(recordedIntents.get(intent.id), intent)),
    )
  }
  for await (const page of readRecordedPages(db)) {
    const unlisted = page.filter(({ id }) => !listedIds.has(id))
    mismatches.push(...unlisted.flatMap((intent) => toMismatches(intent, undefined)))
  }
  return mismatches
}

/**
 * Reads each mismatched payment again: at the provider, then in the ledger, which may have been updated meanwhile.
 * Returns the remaining mismatches.
 */
export async function recheckMismatches(
  { db, cards }: Deps,
  mismatches: Mismatch[],
): Promise<Mismatch[]> {
  const remaining: Mismatch[] = []
  for (const { payment } of mismatches) {
    const intent = await cards.readIntent(payment)
    const recordedIntents = await readRecordedIntents(db, [payment])
    remaining.push(...toMismatches(recordedIntents.get(payment), intent))
  }
  return remaining
}

const violatedRules: Record<MismatchKind, string> = {
  payment_not_recorded: 'a captured payment belongs to one paid order or is refunded',
  intent_not_recorded: 'a captured payment belongs to one paid order or is refunded',
  refund_not_recorded: 'a captured payment belongs to one paid order or is refunded',
  partially_refunded: 'a captured payment belongs to one paid order or is refunded',
  refund_missing: 'a captured payment belongs to one paid order or is refunded',
  unknown_at_provider: 'a paid order was paid at the provider',
  payment_missing: 'a paid order was paid at the provider',
  order_mismatch: 'a payment has the order and amount that it was created for',
  amount_mismatch: 'a payment has the order and amount that it was created for',
  cancelled_at_provider: 'an open payment is open on both sides',
  open_at_provider: 'an open payment is open on both sides',
}

/** Groups mismatches by the rule that they violate. */
export function toRuleViolations(mismatches: Mismatch[]): RuleViolations[] {
  const byRule = Map.groupBy(mismatches, ({ kind }) => violatedRules[kind])
  return [...byRule].map(([rule, group]) => ({
    rule,
    remedy: `${PRESS_REPAIR} Fix remaining differences at the card provider by hand.`,
    violations: group.map(({ payment, order, kind }) => ({
      order,
      payment,
      problem: mismatchTexts[kind],
    })),
  }))
}

/** Returns at most one mismatch. Ignores an intent of another system, which is not in the ledger and has no order. */
function toMismatches(
  recordedIntent: RecordedIntent | undefined,
  intent: Intent | undefined,
): Mismatch[] {
  if (!recordedIntent && !intent?.orderId) return []
  const kind = findMismatch(recordedIntent, intent)
  const [payment, order] = [
    recordedIntent?.id ?? intent?.id,
    recordedIntent?.orderId ?? intent?.orderId,
  ]
  return kind && payment ? [{ payment, order, kind }] : []
}

async function readRecordedIntents(db: Db, ids: string[]): Promise<Map<string, RecordedIntent>> {
  const rows = await selectRecordedIntents(db).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function* readRecordedPages(db: Db): AsyncGenerator<RecordedIntent[]> {
  let after = ''
  for (;;) {
    const page = await selectRecordedIntents(db)
      .where('id', '>', after)
      .where('state', '<>', 'cancelled')
      .orderBy('id')
      .limit(PAGE_SIZE * 10)
      .execute()
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
  }
}

async function* readProviderPages(intents: AsyncIterable<Intent>): AsyncGenerator<Intent[]> {
  let page: Intent[] = []
  for await (const intent of intents) {
    page.push(intent)
    if (page.length < PAGE_SIZE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
