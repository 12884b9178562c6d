import type { Part } from '@freehub/contract/parts'
import type { Db } from '../database/connect.ts'
import { partOf, selectParts } from './part-row.ts'

/** So many parts in their stable order, after the one with this id. */
export async function listParts(
  db: Db,
  { size, after }: { size: number; after?: string | undefined },
): Promise<Part[]> {
  const rows = await selectParts(db)
    .$if(after !== undefined, (query) =>
      query.where('position', '>', (eb) =>
        eb
          .selectFrom('parts')
          .select('position')
          .where('id', '=', after as string),
      ),
    )
    .orderBy('position')
    .limit(size)
    .execute()
  return rows.map(partOf)
}

/** How many parts are on sale. */
export async function countParts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('parts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
