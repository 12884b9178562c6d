import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { KEY_VALIDITY } from '../database/claim-idempotency-key.ts'
import type { Db } from '../database/connections/connect.ts'
import { scheduledJobSeconds, scheduledJobSuccess } from '../metrics/metrics.ts'

type Jobs = Record<string, () => Promise<unknown>>

interface Leadership {
  /** Jobs that every process runs. Only the leader runs the others. */
  everyProcessJobs: Jobs
  isLeader: () => Promise<boolean>
}

/** Runs jobs at an interval, one after another. A failed job is logged and runs again at the next interval. */
export function startScheduler(
  log: FastifyBaseLogger,
  intervalMs: number,
  jobs: Jobs,
  { everyProcessJobs, isLeader }: Leadership,
) {
  // The metric is set at start, so that the alert also detects a job that never succeeds.
  for (const name of Object.keys({ ...everyProcessJobs, ...jobs })) {
    scheduledJobSuccess.set({ name }, Date.now() / 1000)
  }
  let running: Promise<void> | undefined
  let isStopped = false

  async function runOnce() {
    await runAll(everyProcessJobs)
    // The leadership is checked before each job, because a leader may have lost it during a long job.
    await runAll(jobs, isLeader)
  }

  async function runAll(group: Jobs, mayRun?: () => Promise<boolean>) {
    for (const [name, job] of Object.entries(group)) {
      if (isStopped || (mayRun && !(await mayRun()))) return
      const stopTimer = scheduledJobSeconds.startTimer({ name })
      try {
        await job()
        stopTimer({ outcome: 'done' })
        scheduledJobSuccess.set({ name }, Date.now() / 1000)
      } catch (error) {
        stopTimer({ outcome: 'failed' })
        log.error({ err: error, job: name }, 'a scheduled job failed')
      }
    }
  }
  const timer = setInterval(() => {
    // No second run starts while one takes longer than the interval.
    running ??= runOnce()
      .catch((error) => log.warn({ err: error }, 'the leader could not be determined'))
      .finally(() => {
        running = undefined
      })
  }, intervalMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Deletes the rows that no process needs any more. */
export async function deleteExpiredRows(db: Db): Promise<void> {
  await sql`delete from idempotency_keys
    where created_at < now() - ${KEY_VALIDITY} - interval '1 hour'`.execute(db)
  for (const table of ['access_tokens', 'sessions', 'verifications']) {
    await sql`delete from ${sql.table(table)} where expires_at < now()`.execute(db)
  }
  await sql`delete from rate_limits
    where last_request < extract(epoch from now() - interval '1 day') * 1000`.execute(db)
  await sql`delete from provider_events where received_at < now() - interval '90 days'
    and coalesce(outcome, '') not in ('disputed', 'dispute_won', 'refund_failed')`.execute(db)
  // A browser that missed the response repeats the merge at its next visit.
  await sql`delete from cart_merges where merged_at < now() - interval '90 days'`.execute(db)
}
