import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/connections/connect.ts'
import { roundSeconds, roundSucceeded } from '../metrics/metrics.ts'

type Jobs = Record<string, () => Promise<unknown>>

interface Sharing {
  /** What each process does for itself; the other jobs one does for all. */
  each: Jobs
  /** Whether this process is that one. */
  leads: () => Promise<boolean>
}

/** Runs jobs in rounds, one after the other; what fails is logged and tried in the next round. */
export function runRounds(
  log: FastifyBaseLogger,
  everyMs: number,
  jobs: Jobs,
  { each, leads }: Sharing = { each: {}, leads: async () => true },
) {
  // One that fails from the start is told as well: it counts from now.
  for (const name of Object.keys({ ...each, ...jobs })) {
    roundSucceeded.set({ round: name }, Date.now() / 1000)
  }
  let running: Promise<void> | undefined
  let stopped = false

  async function round() {
    await runAll(each)
    // Asked before each job: a leader of which nothing is heard for long is one no more.
    await runAll(jobs, leads)
  }

  async function runAll(these: Jobs, may?: () => Promise<boolean>) {
    for (const [name, job] of Object.entries(these)) {
      if (stopped || (may && !(await may()))) return
      const end = roundSeconds.startTimer({ round: name })
      try {
        await job()
        end({ outcome: 'done' })
        roundSucceeded.set({ round: name }, Date.now() / 1000)
      } catch (error) {
        end({ outcome: 'failed' })
        log.error({ err: error, job: name }, 'a job failed')
      }
    }
  }
  const timer = setInterval(() => {
    // A round that takes longer than the interval is waited for: rounds never pile up.
    running ??= round()
      .catch((error) => log.warn({ err: error }, 'it could not be asked who does the rounds'))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Drops what has run out: idempotency keys and counts of requests after a day, access tokens,
 * sessions and verifications in their time, the provider's events after 90 days.
 */
export async function dropExpired(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '25 hours'`.execute(db)
  await sql`delete from access_tokens where expires_at < now()`.execute(db)
  await sql`delete from sessions where expires_at < now()`.execute(db)
  await sql`delete from verifications where expires_at < now()`.execute(db)
  await sql`delete from rate_limits
    where last_request < extract(epoch from now() - interval '1 day') * 1000`.execute(db)
  await sql`delete from provider_events where received_at < now() - interval '90 days'`.execute(db)
}
