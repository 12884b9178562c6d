import type { Overview } from '@freehub/contract/dashboard/calls'
import type { Db } from '../../platform/database/connections/connect.ts'
import { formatDateRange, readDateRange } from './date-range.ts'
import { readOrdersByStage } from './read-orders-by-stage.ts'
import { readReserved } from './read-reserved.ts'
import { readRevenue } from './read-revenue.ts'
import { readSales } from './read-sales.ts'
import { readUnshippedOrders } from './read-unshipped-orders.ts'

/** Reads the shop's overview in one snapshot, so that its numbers are consistent. */
export async function readOverview(db: Db, days: number): Promise<Overview> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const range = await readDateRange(tx, days)
      return {
        ...formatDateRange(range),
        takings: await readRevenue(tx, range),
        ordersByStage: await readOrdersByStage(tx, range),
        ...(await readSales(tx, range)),
        ...(await readUnshippedOrders(tx)),
        reserved: await readReserved(tx),
      }
    })
}
