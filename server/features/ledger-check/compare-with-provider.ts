import type { Db } from '../../platform/database/connections/connect.ts'
import { selectBookedIntents } from '../payments/booked-intents.ts'
import {
  type BookedIntent,
  type Disagreement,
  disagreementOf,
  disagreements,
} from '../payments/disagreement.ts'
import type { CardProvider, Intent } from '../payments/provider/provider.ts'
import type { BrokenRule } from './broken-rule.ts'

const AT_ONCE = 100

/** A payment about which the books and the provider disagree, as they were when last looked at. */
interface Suspect {
  payment: string
  order: string | undefined
  disagreement: Disagreement
}

interface Compared {
  db: Db
  cards: CardProvider
}

/**
 * The payments about which books and provider disagree: of all that the provider lists and name an
 * order, and of all that the books have settled, refunded or open.
 */
export async function findSuspects({ db, cards }: Compared): Promise<Suspect[]> {
  const seen = new Set<string>()
  const suspects: Suspect[] = []
  for await (const intents of inPages(cards.listIntents())) {
    for (const { id } of intents) seen.add(id)
    const booked = await readBooked(
      db,
      intents.map(({ id }) => id),
    )
    suspects.push(...intents.flatMap((intent) => suspectOf(booked.get(intent.id), intent) ?? []))
  }
  for await (const booked of bookedInPages(db)) {
    const unseen = booked.filter(({ id }) => !seen.has(id))
    suspects.push(...unseen.flatMap((intent) => suspectOf(intent, undefined) ?? []))
  }
  return suspects
}

/** Those who still disagree when both sides are read anew, the provider first. */
export async function lookAgain({ db, cards }: Compared, suspects: Suspect[]): Promise<Suspect[]> {
  const still: Suspect[] = []
  for (const { payment } of suspects) {
    const intent = await cards.readIntent(payment)
    const booked = await readBooked(db, [payment])
    still.push(...(suspectOf(booked.get(payment), intent) ?? []))
  }
  return still
}

/** What of the design's rules a disagreement breaks. */
const broken: Record<Disagreement, string> = {
  money_not_counted: 'captured money is on one paid order, or it is refunded',
  unknown_here: 'captured money is on one paid order, or it is refunded',
  refunded_there: 'captured money is on one paid order, or it is refunded',
  refunded_in_part: 'captured money is on one paid order, or it is refunded',
  refund_missing: 'captured money is on one paid order, or it is refunded',
  unknown_there: 'a paid order was paid at the provider',
  money_missing: 'a paid order was paid at the provider',
  of_another_order: 'a payment is of the order and the amount that it was made for',
  of_another_amount: 'a payment is of the order and the amount that it was made for',
  cancelled_there: 'a payment that is open is open on both sides',
  open_there: 'a payment that is open is open on both sides',
}

const REMEDY =
  'Open the order in Manage All Orders and press Repair. What is left then must be settled at the card provider by hand.'

/** The rules that these break, in the words of the books. */
export function brokenBy(suspects: Suspect[]): BrokenRule[] {
  const byRule = Map.groupBy(suspects, ({ disagreement }) => broken[disagreement])
  return [...byRule].map(([rule, of]) => ({
    rule,
    remedy: REMEDY,
    offenders: of.map(({ payment, order, disagreement }) => ({
      order,
      payment,
      why: disagreements[disagreement],
    })),
  }))
}

/** Nothing in the books and no order named: it is none of the shop's. */
function suspectOf(booked: BookedIntent | undefined, intent: Intent | undefined) {
  if (!booked && !intent?.orderId) return undefined
  const disagreement = disagreementOf(booked, intent)
  const [payment, order] = [booked?.id ?? intent?.id, booked?.orderId ?? intent?.orderId]
  return disagreement && payment ? [{ payment, order, disagreement }] : undefined
}

async function readBooked(db: Db, ids: string[]): Promise<Map<string, BookedIntent>> {
  const rows = await selectBookedIntents(db).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function* bookedInPages(db: Db): AsyncGenerator<BookedIntent[]> {
  let after = ''
  for (;;) {
    const page = await selectBookedIntents(db)
      .where('id', '>', after)
      .where('state', '<>', 'cancelled')
      .orderBy('id')
      .limit(AT_ONCE * 10)
      .execute()
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
  }
}

async function* inPages(intents: AsyncIterable<Intent>): AsyncGenerator<Intent[]> {
  let page: Intent[] = []
  for await (const intent of intents) {
    page.push(intent)
    if (page.length < AT_ONCE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
