import type { PartRelations } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type CompatibleParts, findCompatibleParts } from './find-compatible-parts.ts'
import { findSimilarParts } from './find-similar-parts.ts'
import { type PartConnection, readConnections } from './read-connections.ts'

type PartFit = PartRelations['fits'][number]

/** Reads the compatible and the similar parts of a part on sale. */
export async function readPartRelations(db: Db, id: string): Promise<PartRelations | Refusal> {
  const part = await db
    .selectFrom('parts')
    .select(['id', 'family_code', 'unit_price_cents'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!part) return refuse('part_missing')
  const [fits, similar] = await Promise.all([readFits(db, id), findSimilarParts(db, part)])
  return { fits, similar }
}

async function readFits(db: Db, id: string): Promise<PartFit[]> {
  const connections = await readConnections(db, id)
  const getCompatible = await findCompatibleParts(db, id, connections)
  return connections
    .map((connection) => toFit(connection, getCompatible(connection)))
    .sort(compareFits)
}

function toFit(
  { definition, role, sizes }: PartConnection,
  { parts, count }: CompatibleParts,
): PartFit {
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

/** Sorts connections with compatible parts first, then needs before offers, then by name. */
function compareFits(a: PartFit, b: PartFit): number {
  return (
    Number(b.count > 0) - Number(a.count > 0) ||
    a.role.localeCompare(b.role) ||
    a.name.localeCompare(b.name)
  )
}
