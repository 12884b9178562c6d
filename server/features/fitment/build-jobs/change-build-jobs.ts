import type { CopiedLines } from '@freehub/contract/cart/cart'
import type {
  BuildJob,
  BuildJobChange,
  BuildJobEntry,
  NewBuildJob,
} from '@freehub/contract/fitment/fitment'
import { JOBS_MAXIMUM } from '@freehub/contract/limits'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { createOnce } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import { copyLinesToCart } from '../../cart/copy-lines-to-cart.ts'
import { readBuildJob, readBuildJobEntry } from './read-build-jobs.ts'

/** Saves a job. For a repeated idempotency key, returns the saved job. Refuses unknown parts and more than 20 jobs. */
export function addBuildJob(
  db: Db,
  userId: string,
  job: NewBuildJob,
  key: string | undefined,
): Promise<BuildJobEntry | Refusal> {
  return runTransaction(db, async (tx) => {
    const request = { userId, key, payload: ['addJob', job] }
    const id = await createOnce(tx, request, (newId) => insertBuildJob(tx, userId, newId, job))
    return (await readBuildJobEntry(tx, userId, id)) ?? refuse('job_missing')
  })
}

async function insertBuildJob(tx: Tx, userId: string, id: string, job: NewBuildJob): Promise<void> {
  const { rows } = await sql`
    insert into jobs (id, user_id, name, kind, times)
    select ${id}, ${userId}, ${job.name}, ${job.kind}, ${job.times}
    where (select count(*) from jobs where user_id = ${userId}) < ${JOBS_MAXIMUM}
    returning id`.execute(tx)
  if (rows.length === 0) throw new RefusalError(refuse('jobs_full'))
  await insertLines(tx, id, job.lines)
}

async function insertLines(tx: Tx, jobId: string, lines: NewBuildJob['lines']): Promise<void> {
  const { rows } = await sql`
    insert into job_lines (job_id, part_id, quantity)
    select ${jobId}, id, quantity
    from unnest(${lines.map(({ productId }) => productId)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::int[]) with ordinality as line (part_id, quantity, n)
    join parts on id = part_id
    order by n returning part_id`.execute(tx)
  if (rows.length < lines.length) throw new RefusalError(refuse('part_missing'))
}

/** Changes a job. Refuses if the job no longer has the version that the user saw. */
export function changeBuildJob(
  db: Db,
  userId: string,
  id: string,
  { seen, name, kind, times, lines }: BuildJobChange,
): Promise<BuildJob | Refusal> {
  return runTransaction(db, async (tx) => {
    const { rows } = await sql`
      update jobs set name = coalesce(${name ?? null}, name), kind = coalesce(${kind ?? null}, kind),
        times = coalesce(${times ?? null}::int, times), version = version + 1, changed_at = now()
      where id = ${id} and user_id = ${userId} and version = ${seen} returning id`.execute(tx)
    if (rows.length === 0) {
      const exists = await readBuildJobEntry(tx, userId, id)
      throw new RefusalError(refuse(exists ? 'job_changed' : 'job_missing'))
    }
    if (lines) {
      await tx.deleteFrom('job_lines').where('job_id', '=', id).execute()
      await insertLines(tx, id, lines)
    }
    return readBuildJob(tx, userId, id)
  })
}

/**
 * Adds the parts of all units of a job to the cart. Returns notes about parts that are no longer sold, have a successor
 * or are short of stock. A repeated idempotency key adds nothing.
 */
export function addBuildJobToCart(
  db: Db,
  userId: string,
  id: string,
  key: string | undefined,
): Promise<CopiedLines | Refusal> {
  return runTransaction(db, async (tx) => {
    const job = await readBuildJob(tx, userId, id)
    if (isRefusal(job)) throw new RefusalError(job)
    const request = { userId, key, payload: ['addJobToCart', id] }
    const lines = job.lines.map(({ needed, ...line }) => ({ ...line, quantity: needed }))
    return copyLinesToCart(tx, request, lines, 'for the job', { addsQuantities: true })
  })
}
