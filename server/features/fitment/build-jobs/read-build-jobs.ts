import type { BuildJob, BuildJobEntry } from '@freehub/contract/fitment/fitment'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { convertChangedAt } from '../../../platform/database/convert-changed-at.ts'
import { type PartWithTerms, readPartsWithTerms } from '../../catalog/parts/part-terms.ts'
import { toProposedPart } from '../to-proposed-part.ts'

/** Reads one of a user's jobs without its lines. */
export async function readBuildJobEntry(
  db: Db,
  userId: string,
  id: string,
): Promise<BuildJobEntry | undefined> {
  const row = await selectBuildJobs(db, userId).where('id', '=', id).executeTakeFirst()
  return row && convertChangedAt(row)
}

export function selectBuildJobs(db: Db, userId: string) {
  return db
    .selectFrom('jobs')
    .select(['id as _id', 'name', 'kind', 'times', 'version', 'changed_at'])
    .select(sql<number>`(select count(*) from job_lines where job_id = jobs.id)`.as('lineCount'))
    .where('user_id', '=', userId)
}

/** Reads one of a user's jobs with the lines of one unit. */
export async function readBuildJobLines(db: Db, userId: string, id: string) {
  const job = await readBuildJobEntry(db, userId, id)
  if (!job) return refuse('job_missing')
  const lines = await db
    .selectFrom('job_lines')
    .select(['part_id as partId', 'quantity'])
    .where('job_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...job, lines }
}

/** Reads one of a user's jobs. Each line has the quantity to order for all units, and the quantity left over. */
export async function readBuildJob(
  db: Db,
  userId: string,
  id: string,
): Promise<BuildJob | Refusal> {
  const job = await readBuildJobLines(db, userId, id)
  if (isRefusal(job)) return job
  const parts = await readPartsWithTerms(
    db,
    job.lines.map(({ partId }) => partId),
  )
  return { ...job, ...computeJobLines(job, parts) }
}

interface JobLines {
  times: number
  /** The lines of one unit. */
  lines: { partId: string; quantity: number }[]
}

/** Returns the lines of a job with the quantities for all units, and their total. */
export function computeJobLines(
  job: JobLines,
  parts: Map<string, PartWithTerms>,
): Pick<BuildJob, 'lines' | 'totalCents'> {
  const lines = job.lines.flatMap(({ partId, quantity: perUnit }) => {
    const part = parts.get(partId)
    if (!part) return []
    const needed = perUnit * job.times
    const proposed = toProposedPart(part, needed)
    const leftOver = proposed.quantity - needed
    return { ...proposed, perUnit, needed, leftOver, isOnSale: part.isOnSale }
  })
  const totalCents = lines
    .filter(({ isOnSale }) => isOnSale)
    .reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0)
  return { lines, totalCents: Math.min(totalCents, Number.MAX_SAFE_INTEGER) }
}
