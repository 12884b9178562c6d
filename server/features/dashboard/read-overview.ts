import type { Overview } from '@freehub/contract/dashboard/overview'
import type { Db } from '../../platform/database/connections/connect.ts'
import { readReserved } from './read-reserved.ts'
import { readSold } from './read-sold.ts'
import { readStages } from './read-stages.ts'
import { readTakings } from './read-takings.ts'
import { readWaiting } from './read-waiting.ts'
import { saidSpan, spanOfDays } from './span.ts'

/** The shop at a glance: all of it as it stood at one moment, so that its numbers agree. */
export async function readOverview(db: Db, days: number): Promise<Overview> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const span = await spanOfDays(tx, days)
      return {
        ...saidSpan(span),
        takings: await readTakings(tx, span),
        ordersByStage: await readStages(tx, span),
        ...(await readSold(tx, span)),
        ...(await readWaiting(tx)),
        reserved: await readReserved(tx),
      }
    })
}
