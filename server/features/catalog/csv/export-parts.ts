import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectCodeTexts } from '../parts/part-codes.ts'
import { selectFitTexts } from '../parts/part-fits.ts'
import { selectStoredTiers } from '../parts/part-terms.ts'
import { matchesQuery, type PartQuery } from '../search/part-query.ts'
import { formatPartRow } from './part-columns.ts'
import { readCsvNames, selectCsvParts, toCsvPart } from './select-csv-parts.ts'

const BATCH_SIZE = 250

/** Yields all matching parts as CSV rows in catalog order. Reads one batch at a time to bound memory. */
export async function* exportParts(db: Db, query: PartQuery): AsyncGenerator<string[][]> {
  const names = await readCsvNames(db)
  let after = 0
  for (;;) {
    const parts = await selectCsvParts(db)
      .select(['position', selectStoredTiers, ...selectCodeTexts, ...selectFitTexts])
      .where(matchesQuery(query))
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH_SIZE)
      .execute()
    yield parts.map((part) => formatPartRow(toCsvPart(part, part.storedTiers), names))
    const last = parts.at(-1)
    if (!last || parts.length < BATCH_SIZE) return
    after = last.position
  }
}
