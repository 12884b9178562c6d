import type { FitEntry, PartFits } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import { insertEdit } from './part-edits.ts'
import {
  type FitTexts,
  findFitError,
  readFitTexts,
  readInterfaces,
  replacePartFits,
} from './part-fits.ts'

/** Reads the needs and offers of a part on sale. */
export async function readPartFits(db: Db, id: string): Promise<PartFits | Refusal> {
  const part = await db
    .selectFrom('parts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return part ? { entries: await readFitEntries(db, id) } : refuse('part_missing')
}

/** Reads the needs and offers of a part, also of a deleted part. */
export function readFitEntries(db: Db, id: string): Promise<FitEntry[]> {
  return db
    .selectFrom('part_fits')
    .select(['interface_id as interface', 'role', 'size'])
    .where('part_id', '=', id)
    .orderBy('interface_id')
    .orderBy('role')
    .orderBy('size')
    .execute()
}

/** Replaces needs and offers. Refuses unknown sizes, and if the part's fits no longer equal `seen`. */
export async function changePartFits(
  db: Db,
  id: string,
  { entries, seen }: { entries: FitEntry[]; seen: FitEntry[] },
  byUser: string,
): Promise<PartFits | Refusal> {
  const errors = await findFitErrors(db, entries, 'entries')
  if (Object.keys(errors).length > 0) return refuse('input_invalid', { errors })
  return runTransaction(db, async (tx) => {
    const { rows } = await sql`
      select id from parts where id = ${id} and deleted_at is null for no key update`.execute(tx)
    if (rows.length === 0) throw new RefusalError(refuse('part_missing'))
    const before = (await readFitTexts(tx, [id])).get(id) as FitTexts
    const seenTexts = toFitTexts(seen)
    if (before.needs !== seenTexts.needs || before.offers !== seenTexts.offers)
      throw new RefusalError(refuse('part_changed'))
    const after = toFitTexts(entries)
    await replacePartFits(tx, [{ id, ...after }])
    const changes = (['needs', 'offers'] as const)
      .filter((role) => before[role] !== after[role])
      .map((role) => [role, { from: before[role], to: after[role] }] as const)
    if (changes.length > 0) await insertEdit(tx, { partId: id, kind: 'changed', byUser, changes })
    return { entries: await readFitEntries(tx, id) }
  })
}

/** Returns errors for unknown interfaces and sizes, by field: `entries.0.size`. */
export async function findFitErrors(
  db: Db,
  entries: FitEntry[],
  field: string,
): Promise<Record<string, string>> {
  if (entries.length === 0) return {}
  const interfaces = await readInterfaces(db)
  const problems = entries.flatMap(({ interface: interfaceId, size }, n) => {
    const problem = findFitError(interfaces, interfaceId, size)
    return problem ? [[`${field}.${n}.size`, problem]] : []
  })
  return Object.fromEntries(problems)
}

/** Returns texts that equal those of `readFitTexts` if the part has these needs and offers. */
export function toFitTexts(entries: FitEntry[]): FitTexts {
  const toText = (role: keyof FitTexts) => {
    const texts = entries.flatMap((entry) =>
      entry.role === role ? `${entry.interface}:${entry.size}` : [],
    )
    return texts.sort().join('|') || null
  }
  return { needs: toText('needs'), offers: toText('offers') }
}
