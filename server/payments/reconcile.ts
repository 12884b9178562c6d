import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { ProviderUnavailable } from './provider.ts'
import { type SettleDeps, settle } from './settle.ts'

const AT_ONCE = 20
/** A round takes so many after so many, but leaves the shop's other work waiting no longer than this. */
const ROUND_MS = 30_000
/** So many silences in a row, or nothing else in a whole round, mean that the provider is away. */
const SILENT_AT_MOST = 3

type Deps = SettleDeps & { log: FastifyBaseLogger }

/**
 * Makes the reconciler of this process. Each round asks the provider about the open intents that
 * are due, oldest first, each less often the longer it stays open (30 s doubling to an hour). What a
 * lost webhook or a closed tab left undone is done here. Processes share the work: a row is claimed
 * by moving its next check.
 *
 * A provider that is away ends the round, and that costs no check; when it answers again, and once
 * after a start, all open intents are due: whatever was missed meanwhile is found at once.
 */
export function makeReconciler(deps: Deps) {
  let away = true
  return async function reconcile(): Promise<number> {
    const deadline = Date.now() + ROUND_MS
    let looked = 0
    for (;;) {
      const due = await claimDue(deps.db)
      looked += await lookAtAll(due)
      if (away || due.length < AT_ONCE || Date.now() > deadline) return looked
    }
  }

  /** Answers how many it looked at before the provider fell silent. */
  async function lookAtAll(due: string[]): Promise<number> {
    let silent = 0
    for (const [before, id] of due.entries()) {
      const answered = await look(deps, id)
      silent = answered ? 0 : silent + 1
      if (answered && away) await makeAllDue(deps.db)
      away &&= !answered
      const looked = before + 1
      if (silent === SILENT_AT_MOST || (silent === looked && looked === due.length)) {
        away = true
        await putBack(deps.db, due.slice(looked - silent))
        return looked
      }
    }
    return due.length
  }
}

/** Whether the provider answered. What else goes wrong concerns this one intent alone. */
async function look(deps: Deps, id: string): Promise<boolean> {
  try {
    await settle(deps, id)
    return true
  } catch (error) {
    deps.log.warn({ err: error, intent: id }, 'an open payment could not be looked at')
    return !(error instanceof ProviderUnavailable)
  }
}

async function claimDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payment_intents set checks = checks + 1,
      next_check_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least(checks, 10)))
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
