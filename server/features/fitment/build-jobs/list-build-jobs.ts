import type { ListedBuildJob } from '@freehub/contract/fitment/fitment'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { convertChangedAt } from '../../../platform/database/convert-changed-at.ts'
import type { Interfaces } from '../../catalog/parts/part-fits.ts'
import { readPartsWithTerms } from '../../catalog/parts/part-terms.ts'
import { type PartWithFits, readPartsWithFits } from '../read-parts-with-fits.ts'
import { evaluateFit } from '../rules/evaluate-fit.ts'
import type { FitCheckPurpose } from '../rules/fit-check-types.ts'
import { computeJobLines, selectBuildJobs } from './read-build-jobs.ts'

/**
 * Lists a user's jobs with their current totals and the states of their fit checks. The most recently changed job is
 * first. Reads the parts of all jobs at once.
 */
export async function listBuildJobs(
  db: Db,
  interfaces: Interfaces,
  userId: string,
): Promise<ListedBuildJob[]> {
  const jobs = await selectBuildJobs(db, userId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const lines = await db
    .selectFrom('job_lines')
    .innerJoin('jobs', 'jobs.id', 'job_id')
    .select(['job_id as jobId', 'part_id as partId', 'quantity'])
    .where('user_id', '=', userId)
    .orderBy('job_id')
    .orderBy('position')
    .execute()
  const linesByJob = Map.groupBy(lines, ({ jobId }) => jobId)
  const ids = [...new Set(lines.map(({ partId }) => partId))]
  const [parts, members] = await Promise.all([
    readPartsWithTerms(db, ids),
    readPartsWithFits(db, ids),
  ])
  const membersById = new Map(members.map((member) => [member.id, member]))
  return jobs.map((row) => {
    const job = { ...row, lines: linesByJob.get(row._id) ?? [] }
    const jobMembers = job.lines.flatMap(({ partId, quantity }) => {
      const member = membersById.get(partId)
      return member ? { ...member, quantity } : []
    })
    const { totalCents } = computeJobLines(job, parts)
    return {
      ...convertChangedAt(row),
      totalCents,
      ...summarizeFit(jobMembers, interfaces, job.kind),
    }
  })
}

function summarizeFit(
  members: PartWithFits[],
  interfaces: Interfaces,
  kind: FitCheckPurpose,
): Pick<ListedBuildJob, 'conflictCount' | 'fitState'> {
  const parts = members.filter(({ isOnSale }) => isOnSale)
  const { conflicts, missing, unknown } = evaluateFit(parts, interfaces, kind)
  const isOpen = missing.length > 0 || unknown.length > 0 || parts.length < members.length
  return {
    conflictCount: conflicts.length,
    fitState: conflicts.length > 0 ? 'conflict' : isOpen ? 'open' : 'fits',
  }
}
