import type { FastifyBaseLogger } from 'fastify'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import type { Db } from '../database/connections/connect.ts'
import { SMS_QUEUE, workInBatches } from '../jobs/job-queue.ts'
import { jobSeconds } from '../metrics/metrics.ts'
import type { CodeSms } from './queue-sms.ts'

/** Poll interval. It is short, because the user is waiting for the code. */
const POLL_MS = 500

/** Sends queued SMS through the hook, ten at a time. Retries while the code is valid. */
export async function sendSms(
  { boss, db, config, log }: { boss: PgBoss; db: Db; config: Config; log: FastifyBaseLogger },
  hook: SmsHook,
  pollMs = POLL_MS,
) {
  async function send({ id, data }: JobWithMetadata<CodeSms>): Promise<JobResult> {
    const stopTimer = jobSeconds.startTimer({ queue: SMS_QUEUE })
    try {
      const sms = await composeSms(db, data, config.origin)
      if (sms) await postSms(hook, id, sms)
      stopTimer({ outcome: 'done' })
      return { id, status: 'completed' }
    } catch (error) {
      stopTimer({ outcome: 'failed' })
      log.warn({ err: error, job: id }, 'an SMS could not be sent and will be retried')
      return { id, status: 'failed' }
    }
  }

  await workInBatches(boss, SMS_QUEUE, pollMs, send)
}

interface Sms {
  to: string
  text: string
}

/**
 * Composes an SMS. Returns undefined if the code has expired, or if a user must have the number and none does. The last
 * line lets phones suggest the code.
 */
async function composeSms(
  db: Db,
  { to, code, until, toKnownOnly }: CodeSms,
  origin: string,
): Promise<Sms | undefined> {
  if (new Date(until) <= new Date()) return undefined
  if (toKnownOnly && !(await hasUserWithPhone(db, to))) return undefined
  return {
    to,
    text: `${code} is your Freehub code. It expires 5 minutes after you requested it. Never share it, not even with us.

@${new URL(origin).hostname} #${code}`,
  }
}

async function hasUserWithPhone(db: Db, phone: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('sign_in_phone', '=', phone)
    .where('sign_in_phone_confirmed', '=', true)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}

interface SmsHook {
  url: string
  secret: string
  /** Maximum time until the hook responds. */
  timeoutMs: number
}

/** Posts an SMS to the hook. Follows no redirect, to protect the secret. Throws if no 2xx response arrives in time. */
export async function postSms(hook: SmsHook, id: string, sms: Sms): Promise<void> {
  const response = await fetch(hook.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(hook.timeoutMs),
    headers: {
      authorization: `Bearer ${hook.secret}`,
      'content-type': 'application/json',
      'idempotency-key': id,
    },
    body: JSON.stringify(sms),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The SMS hook responded with ${response.status}.`)
}
