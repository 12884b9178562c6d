import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isDatabaseOutage } from '../../platform/http/problems.ts'
import { ProviderUnavailable } from './card-provider/provider.ts'
import type { PaymentDeps } from './recorded-intents.ts'
import { settle } from './settle.ts'

const BATCH_SIZE = 20
/** Number of concurrent calls. It is far below the provider's rate limit. */
const CONCURRENCY = 5
/** Time limit of one run, so that other scheduled jobs are not delayed. */
const RUN_LIMIT_MS = 30_000
/** Number of concurrent calls that prove an outage if all fail. If fewer intents are due, their calls suffice. */
const MIN_UNAVAILABLE = 3

type Deps = PaymentDeps & { log: FastifyBaseLogger }

/**
 * Creates the reconciler of this process. A run settles open intents whose webhook was lost or whose tab was closed.
 * Each intent is due every 30 seconds to ten minutes. All open intents are due in the first run, and after an outage,
 * a failed run or a missed event. An outage of the provider ends the run.
 */
export function createReconciler(deps: Deps) {
  let isUnavailable = false
  let isFirstRun = true
  let hasMissedEvent = false
  return { reconcile, reportMissedEvent, recheckPaymentsAfterMissedEvent }

  function reportMissedEvent() {
    hasMissedEvent = true
  }

  /** Makes all open intents due if this process missed an event. The leader's `reconcile` then checks them. */
  async function recheckPaymentsAfterMissedEvent(): Promise<void> {
    if (!hasMissedEvent) return
    hasMissedEvent = false
    await makeAllIntentsDue(deps.db).catch((error) => {
      reportMissedEvent()
      throw error
    })
  }

  async function reconcile(): Promise<number> {
    if (isFirstRun) reportMissedEvent()
    isFirstRun = false
    await recheckPaymentsAfterMissedEvent()
    try {
      return await checkDueIntents(Date.now() + RUN_LIMIT_MS)
    } catch (error) {
      reportMissedEvent()
      throw error
    }
  }

  /** Checks due intents until none is left, the provider is unavailable or the time is over. Returns their number. */
  async function checkDueIntents(deadline: number): Promise<number> {
    let checked = 0
    for (;;) {
      const due = await claimDueIntents(deps.db)
      checked += await checkIntents(due)
      if (isUnavailable || due.length < BATCH_SIZE || Date.now() > deadline) return checked
    }
  }

  /** Checks the intents until an outage. Returns the number of checked intents. */
  async function checkIntents(due: string[]): Promise<number> {
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      const batch = due.slice(start, start + CONCURRENCY)
      const responses = await Promise.all(batch.map((id) => checkIntent(deps, id)))
      const hasResponse = responses.includes(true)
      if (hasResponse && isUnavailable) await makeAllIntentsDue(deps.db)
      if (hasResponse) isUnavailable = false
      else if (batch.length >= MIN_UNAVAILABLE || batch.length === due.length) {
        isUnavailable = true
        await postponeChecks(deps.db, due.slice(start))
        return start + batch.length
      }
    }
    return due.length
  }
}

/** Checks an intent. Returns whether the provider responded. Throws only during a database outage. */
async function checkIntent(deps: Deps, id: string): Promise<boolean> {
  try {
    await settle(deps, id)
    return true
  } catch (error) {
    if (isDatabaseOutage(error)) throw error
    deps.log.warn({ err: error, intent: id }, 'an open payment could not be checked')
    return !(error instanceof ProviderUnavailable)
  }
}

async function claimDueIntents(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payment_intents set checks = checks + 1,
      next_check_at = now() + least(interval '10 minutes', interval '30 seconds' * power(2, least(checks, 10)))
    where id in (
      select id from payment_intents
      where state = 'open' and next_check_at <= now()
      order by next_check_at limit ${BATCH_SIZE} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Undoes a claim. The intents are due in the next run, 30 seconds later. */
async function postponeChecks(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ checks: sql`checks - 1`, next_check_at: sql`now() + interval '25 seconds'` })
    .where('id', 'in', ids)
    .execute()
}

async function makeAllIntentsDue(db: Db): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ next_check_at: sql`now()` })
    .where('state', '=', 'open')
    .where('next_check_at', '>', sql<Date>`now()`)
    .execute()
}
