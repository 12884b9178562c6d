import type { Db } from '../../../platform/database/connections/connect.ts'
import { readFamilyNames, selectListedParts } from '../list/listed-parts.ts'
import { isWanted, type PartFilter } from '../list/part-filter.ts'
import { rowOfPart } from './part-columns.ts'

const ROWS_AT_ONCE = 250

/**
 * All parts that are wanted, as rows of a list, in the catalogue's order: page by page, each from where
 * the one before ended, so that none is held longer than it takes to send it.
 */
export async function* exportParts(db: Db, filter: PartFilter): AsyncGenerator<string[][]> {
  const families = await readFamilyNames(db)
  let after = 0
  for (;;) {
    const parts = await selectListedParts(db)
      .select('position')
      .where(isWanted(filter))
      .where('position', '>', after)
      .orderBy('position')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield parts.map((part) => rowOfPart(part, families))
    const last = parts.at(-1)
    if (!last || parts.length < ROWS_AT_ONCE) return
    after = last.position
  }
}
