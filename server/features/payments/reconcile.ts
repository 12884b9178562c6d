import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isDatabaseOutage } from '../../platform/http/problems.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { ProviderUnavailable } from './provider/provider.ts'
import { settle } from './settle.ts'

const AT_ONCE = 20
/** So many wait for the provider's answer at the same time: far fewer than it allows in a second. */
const SIDE_BY_SIDE = 5
/** A round takes so many after so many, but leaves the shop's other work waiting no longer than this. */
const ROUND_MS = 30_000
/** So many silences at once, or nothing else in a whole round, mean that the provider is away. */
const SILENT_AT_LEAST = 3

type Deps = PaymentDeps & { log: FastifyBaseLogger }

/**
 * Makes the reconciler of this process. Each round asks the provider about the open intents that
 * are due, oldest first, each less often the longer it stays open (30 s doubling to ten minutes). What a
 * lost webhook or a closed tab left undone is done here. One process does so for all; while two do, they
 * share the work: a row is claimed by moving its next check.
 *
 * A provider that is away ends the round, and that costs no check; when it answers again all open
 * intents are due, and so they are when this process is the one for the first time, after a round that
 * the database cut off, and after an event of the provider's that nobody could deal with: what was
 * missed is found at once. Such an event is `missed` in whichever process it came to, which writes it
 * down by `tellMissed`.
 */
export function makeReconciler(deps: Deps) {
  let away = false
  let isNew = true
  let hasMissed = false
  return { reconcile, missed, tellMissed }

  function missed() {
    hasMissed = true
  }

  async function tellMissed(): Promise<void> {
    if (!hasMissed) return
    hasMissed = false
    await makeAllDue(deps.db).catch((error) => {
      missed()
      throw error
    })
  }

  async function reconcile(): Promise<number> {
    if (isNew) missed()
    isNew = false
    await tellMissed()
    try {
      return await lookUntilNoneIsDue(Date.now() + ROUND_MS)
    } catch (error) {
      missed()
      throw error
    }
  }

  async function lookUntilNoneIsDue(deadline: number): Promise<number> {
    let looked = 0
    for (;;) {
      const due = await claimDue(deps.db)
      looked += await lookAtAll(due)
      if (away || due.length < AT_ONCE || Date.now() > deadline) return looked
    }
  }

  /** Answers how many it looked at before the provider fell silent. */
  async function lookAtAll(due: string[]): Promise<number> {
    for (let start = 0; start < due.length; start += SIDE_BY_SIDE) {
      const these = due.slice(start, start + SIDE_BY_SIDE)
      const answers = await Promise.all(these.map((id) => look(deps, id)))
      const answered = answers.includes(true)
      if (answered && away) await makeAllDue(deps.db)
      if (answered) away = false
      else if (these.length >= SILENT_AT_LEAST || these.length === due.length) {
        away = true
        await putBack(deps.db, due.slice(start))
        return start + these.length
      }
    }
    return due.length
  }
}

/**
 * Whether the provider answered. What else goes wrong concerns this one intent alone, unless the
 * database is away.
 */
async function look(deps: Deps, id: string): Promise<boolean> {
  try {
    await settle(deps, id)
    return true
  } catch (error) {
    if (isDatabaseOutage(error)) throw error
    deps.log.warn({ err: error, intent: id }, 'an open payment could not be looked at')
    return !(error instanceof ProviderUnavailable)
  }
}

async function claimDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payment_intents set checks = checks + 1,
      next_check_at = now() + least(interval '10 minutes', interval '30 seconds' * power(2, least(checks, 10)))
    where id in (
      select id from payment_intents
      where state = 'open' and next_check_at <= now()
      order by next_check_at limit ${AT_ONCE} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

async function putBack(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ checks: sql`checks - 1`, next_check_at: sql`now() + interval '25 seconds'` })
    .where('id', 'in', ids)
    .execute()
}

async function makeAllDue(db: Db): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ next_check_at: sql`now()` })
    .where('state', '=', 'open')
    .where('next_check_at', '>', sql<Date>`now()`)
    .execute()
}
