import type { PaletteResults } from '@freehub/contract/palette/calls'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Principal } from '../identity/guards.ts'
import { findOrders } from './find-orders.ts'
import { findParts } from './find-parts.ts'
import { findPeople } from './find-people.ts'

const RESULTS_PER_KIND = 5

/** Searches parts, orders and people that the user may see. Returns a few results of each kind, best first. */
export async function searchPalette(
  db: Db,
  principal: Principal,
  search: string,
): Promise<PaletteResults> {
  const [parts, orders, people] = await Promise.all([
    findParts(db, search, RESULTS_PER_KIND),
    findOrders(db, principal, search, RESULTS_PER_KIND),
    principal.role === 'admin' ? findPeople(db, search, RESULTS_PER_KIND) : [],
  ])
  return { parts, orders, people }
}
