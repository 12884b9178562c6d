import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type SettleDeps, settle } from './settle.ts'

const AT_ONCE = 20

/**
 * Asks the provider about the open intents that are due, oldest first, so many a round, each less
 * often the longer it stays open (30 s doubling to an hour). What a lost webhook or a closed tab
 * left undone is done here. Processes share the work: a row is claimed by moving its next check.
 */
export async function reconcile(deps: SettleDeps & { log: FastifyBaseLogger }): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update payment_intents set checks = checks + 1,
      next_check_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least(checks, 10)))
    where id in (
      select id from payment_intents
      where state = 'open' and next_check_at <= now()
      order by next_check_at limit ${AT_ONCE} for update skip locked)
    returning id`.execute(deps.db)
  for (const { id } of rows) {
    await settle(deps, id).catch((error) =>
      deps.log.warn({ err: error, intent: id }, 'an open payment could not be looked at'),
    )
  }
  return rows.length
}
