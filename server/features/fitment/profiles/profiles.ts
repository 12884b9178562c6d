import type { BikeProfile, NewProfile, ProfileChange } from '@freehub/contract/fitment/fitment'
import { PROFILES_MAXIMUM } from '@freehub/contract/limits'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { createOnce } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { convertChangedAt } from '../../../platform/database/convert-changed-at.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import { findFitErrors } from '../../catalog/parts/part-fits.ts'

/** Lists a user's bike profiles by name. */
export async function listProfiles(db: Db, userId: string): Promise<BikeProfile[]> {
  const rows = await selectProfiles(db, userId).orderBy(sql`lower(name)`).orderBy('id').execute()
  return rows.map(convertChangedAt)
}

export async function readProfile(
  db: Db,
  userId: string,
  id: string,
): Promise<BikeProfile | Refusal> {
  const row = await selectProfiles(db, userId).where('id', '=', id).executeTakeFirst()
  return row ? convertChangedAt(row) : refuse('profile_missing')
}

function selectProfiles(db: Db, userId: string) {
  return db
    .selectFrom('bike_profiles')
    .select(['id as _id', 'name', 'entries', 'changed_at'])
    .where('user_id', '=', userId)
}

/**
 * Saves a profile. For a repeated idempotency key, returns the saved one. Refuses unknown interfaces or sizes, and more
 * than 200 profiles.
 */
export async function addProfile(
  db: Db,
  userId: string,
  profile: NewProfile,
  key: string | undefined,
): Promise<BikeProfile | Refusal> {
  const refusal = await refuseInvalidEntries(db, profile)
  if (refusal) return refusal
  return runTransaction(db, async (tx) => {
    const request = { userId, key, payload: ['addProfile', profile] }
    const id = await createOnce(tx, request, async (newId) => {
      const { rows } = await sql`
        insert into bike_profiles (id, user_id, name, entries)
        select ${newId}, ${userId}, ${profile.name}, ${JSON.stringify(profile.entries)}::jsonb
        where (select count(*) from bike_profiles where user_id = ${userId}) < ${PROFILES_MAXIMUM}
        returning id`.execute(tx)
      if (rows.length === 0) throw new RefusalError(refuse('profiles_full'))
    })
    return readProfile(tx, userId, id)
  })
}

/**
 * Replaces the name and the entries of a profile. Refuses if the profile has changed since the user saw it, unless it
 * has the new values already.
 */
export async function changeProfile(
  db: Db,
  userId: string,
  id: string,
  { seen, ...profile }: ProfileChange,
): Promise<BikeProfile | Refusal> {
  const refusal = await refuseInvalidEntries(db, profile)
  if (refusal) return refusal
  const entries = JSON.stringify(profile.entries)
  const { numAffectedRows } = await sql`
    update bike_profiles
    set name = ${profile.name}, entries = ${entries}::jsonb, changed_at = now()
    where id = ${id} and user_id = ${userId}
      and (date_trunc('milliseconds', changed_at) = ${seen}::timestamptz
        or (name, entries) = (${profile.name}, ${entries}::jsonb))`.execute(db)
  const current = await readProfile(db, userId, id)
  return numAffectedRows === 1n || isRefusal(current) ? current : refuse('profile_changed')
}

async function refuseInvalidEntries(db: Db, { entries }: NewProfile): Promise<Refusal | undefined> {
  const errors = await findFitErrors(db, entries, 'entries')
  return Object.keys(errors).length > 0 ? refuse('input_invalid', { errors }) : undefined
}
