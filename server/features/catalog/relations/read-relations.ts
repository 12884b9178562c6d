import type { PartRelations } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { findMates, type Mates } from './find-mates.ts'
import { findSimilar } from './find-similar.ts'
import { type Joint, readJoints } from './read-joints.ts'

type PartFit = PartRelations['fits'][number]

/** What a part on sale goes together with, and the parts that are most like it. */
export async function readPartRelations(db: Db, id: string): Promise<PartRelations | Refusal> {
  const part = await db
    .selectFrom('parts')
    .select(['id', 'family_code', 'unit_price_cents'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!part) return refuse('part_missing')
  const [fits, similar] = await Promise.all([readFits(db, id), findSimilar(db, part)])
  return { fits, similar }
}

async function readFits(db: Db, id: string): Promise<PartFit[]> {
  const joints = await readJoints(db, id)
  const mates = await findMates(db, id, joints)
  return joints.map((joint) => fitOf(joint, mates(joint))).sort(inReadingOrder)
}

function fitOf({ definition, role, sizes }: Joint, { parts, count }: Mates): PartFit {
  return {
    name: definition.name,
    role,
    sizes,
    allNeeded: definition.all_needs ?? false,
    note: definition.note ?? null,
    standard: definition.standard ?? null,
    counterpart: definition.counterpart,
    parts,
    count,
  }
}

/** First what has parts to show; of these, what the part needs before what needs the part. */
function inReadingOrder(a: PartFit, b: PartFit): number {
  return (
    Number(b.count > 0) - Number(a.count > 0) ||
    a.role.localeCompare(b.role) ||
    a.name.localeCompare(b.name)
  )
}
