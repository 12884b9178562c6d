import { calls } from '@freehub/contract/calls'
import type { PaletteKind, PaletteQuery, PaletteResults } from '@freehub/contract/palette/calls'
import type { FastifyInstance } from 'fastify'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { prefixFolded } from '../../platform/database/like-patterns.ts'
import { matchesUser, userSearchText } from '../../platform/database/user-search-text.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import type { Principal } from '../identity/guards.ts'
import { findOrders } from './find-orders.ts'
import { findParts } from './find-parts.ts'

export async function paletteRoutes(app: FastifyInstance, { db, guards }: Shop) {
  createCallRegistrar(app, guards)(calls.searchPalette, ({ query, principal }) =>
    searchPalette(db, principal, query),
  )
}

const RESULTS_PER_KIND = 5

async function searchPalette(
  db: Db,
  principal: Principal,
  { search, kind, target, stage }: PaletteQuery,
): Promise<PaletteResults> {
  // `target` is the search text of `kind`.
  const searchTextOf = (searchedKind: PaletteKind) => (searchedKind === kind ? target : search)
  const canSeePeople = principal.role === 'admin'
  const [parts, orders, people] = await Promise.all([
    searchTextOf('parts') && findParts(db, principal, searchTextOf('parts'), RESULTS_PER_KIND),
    (searchTextOf('orders') || stage) &&
      findOrders(db, principal, { search: searchTextOf('orders'), stage }, RESULTS_PER_KIND),
    canSeePeople &&
      searchTextOf('people') &&
      findPeople(db, searchTextOf('people'), RESULTS_PER_KIND),
  ])
  return { parts: parts || [], orders: orders || [], people: people || [] }
}

/** Maximum number of matches of each pattern. Bounds the cost of frequent words. */
const MAX_CANDIDATES = 200

/** Finds users by email, name or phone number. Matches at the start of the email come first. */
async function findPeople(db: Db, search: string, limit: number) {
  const isPrefix = sql<SqlBool>`${userSearchText} like ${prefixFolded(search)}`
  const { rows } = await sql<PaletteResults['people'][number]>`
    select email, name from (${selectUsers(isPrefix)} union ${selectUsers(matchesUser(search))}) found
    order by not starts_with(email, lower(${search})), email limit ${limit}`.execute(db)
  return rows
}

function selectUsers(condition: Expression<SqlBool>) {
  return sql`(select email, name from users
    where deleted_at is null and ${condition} limit ${MAX_CANDIDATES})`
}
