import type { FitCheck, FitCheckQuery } from '@freehub/contract/fitment/fitment'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Interfaces } from '../catalog/parts/part-fits.ts'
import { readBuildJobLines } from './build-jobs/read-build-jobs.ts'
import { readProfile } from './profiles/profiles.ts'
import { proposeChanges } from './propose-changes.ts'
import { type PartWithFits, readPartsWithFits } from './read-parts-with-fits.ts'
import { evaluateFit } from './rules/evaluate-fit.ts'
import type { FitCheckPurpose, SetMember } from './rules/fit-check-types.ts'

/**
 * Checks whether a set of parts, or the parts of a job, fit together and fit the bike. `userId` is set if the query
 * names a job or a bike profile.
 */
export async function checkFit(
  db: Db,
  interfaces: Interfaces,
  query: FitCheckQuery,
  userId: string | undefined,
): Promise<FitCheck | Refusal> {
  const { jobId, profileId } = query
  const [profile, job] = await Promise.all([
    profileId && userId ? readProfile(db, userId, profileId) : undefined,
    jobId && userId ? readBuildJobLines(db, userId, jobId) : undefined,
  ])
  if (isRefusal(profile)) return profile
  if (isRefusal(job)) return job
  const quantities = new Map(job?.lines.map(({ partId, quantity }) => [partId, quantity]))
  const ids = job ? [...quantities.keys()] : (query.productIds ?? [])
  const listed = await readPartsWithFits(db, ids, (id) => quantities.get(id) ?? null)
  const known = new Set(listed.map(({ id }) => id))
  const parts = listed.filter(({ isOnSale }) => isOnSale)
  const gone = listed.filter(({ isOnSale }) => !isOnSale)
  const bike = profile && { ...profile, id: null, noun: null, isBike: true, quantity: 1 }
  const purpose = job?.kind ?? toPurpose(query, bike)
  const evaluation = evaluateFit(parts, interfaces, purpose, bike)
  const set = { parts, interfaces, purpose, bike, evaluation, times: job?.times ?? 1 }
  const proposals = await proposeChanges(db, set)

  return {
    isStrict: purpose !== 'separate',
    bike: profile?.name ?? null,
    metNeeds: evaluation.metNeeds.map(({ a, b, interface: id, why }) => ({
      a: a.id,
      b: b.id,
      interface: id,
      why: why(),
    })),
    conflicts: evaluation.conflicts.map((conflict) => ({
      a: conflict.a.id,
      b: conflict.b.id,
      interface: conflict.interface,
      exclusiveGroup: conflict.exclusiveGroup,
      why: conflict.why(),
      instead: proposals.instead.get(conflict) ?? [],
    })),
    missing: proposals.missing,
    outside: evaluation.outside.map(({ member, interface: id, counterpart, why }) => ({
      productId: member.id,
      interface: id,
      counterpart,
      why: why(),
    })),
    notes: evaluation.notes.map(({ member, why }) => ({ productId: member.id, why: why() })),
    unknown: [
      ...evaluation.unknown.flatMap(({ id }) => id ?? []),
      ...ids.filter((id) => !known.has(id)),
    ],
    gone: gone.map(({ id, name }: PartWithFits) => ({ productId: id, name })),
  }
}

/** Returns the purpose of a check. Stock is checked for the bike of the profile, or as separate parts without one. */
function toPurpose({ as = 'stock' }: FitCheckQuery, bike: SetMember | undefined): FitCheckPurpose {
  if (as !== 'stock') return as
  return bike ? 'profile' : 'separate'
}
