import type { Findings } from '@freehub/contract/palette/palette'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Asker } from '../identity/guards.ts'
import { findOrders } from './find-orders.ts'
import { findParts } from './find-parts.ts'
import { findPeople } from './find-people.ts'

const OF_EACH_KIND = 5

/** What these words find of all that the asker may see, a few of each kind, best first. */
export async function findAnything(db: Db, asker: Asker, search: string): Promise<Findings> {
  const [parts, orders, people] = await Promise.all([
    findParts(db, search, OF_EACH_KIND),
    findOrders(db, asker, search, OF_EACH_KIND),
    asker.role === 'admin' ? findPeople(db, search, OF_EACH_KIND) : [],
  ])
  return { parts, orders, people }
}
