import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './database/connect.ts'

const EVERY_MS = 30_000

/** Runs jobs every half minute, one after the other; what fails is logged and tried next time. */
export function runEveryHalfMinute(
  log: FastifyBaseLogger,
  jobs: Record<string, () => Promise<unknown>>,
) {
  let running: Promise<void> = Promise.resolve()
  async function round() {
    for (const [name, job] of Object.entries(jobs)) {
      await job().catch((error) => log.error({ err: error, job: name }, 'a job failed'))
    }
  }
  const timer = setInterval(() => {
    running = running.then(round)
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Drops what has run out: idempotency keys after a day, access tokens and sessions. */
export async function dropExpired(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '25 hours'`.execute(db)
  await sql`delete from access_tokens where expires_at < now()`.execute(db)
  await sql`delete from sessions where expires_at < now()`.execute(db)
}
