import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { normalizeEmail } from '@freehub/contract/email'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { csvFileName, sendCsv } from '../../platform/csv/send-csv.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { withNextLink } from '../../platform/http/pagination.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import {
  createRateLimits,
  hashedName,
  refuseAboveLimit,
} from '../../platform/limits/rate-limits.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { type Principal, refuseOtherEmail } from '../identity/guards.ts'
import { findAlternatives } from './find-alternatives.ts'
import { matchPadRows } from './match-pad-rows.ts'
import {
  deleteOwnNumber,
  exportOwnNumbers,
  listOwnNumbers,
  OWN_NUMBER_COLUMNS,
  putOwnNumber,
} from './own-numbers.ts'

/** Limits per user in `window` seconds. Small pastes may be more frequent: users type rows one by one. */
const RATE_LIMITS = {
  rows: { windowSeconds: 60, max: 12, isLossy: true },
  fewRows: { windowSeconds: 60, max: 60, isLossy: true },
  alternatives: { windowSeconds: 60, max: 30 },
}
/** Maximum number of rows of a small paste. */
const FEW_ROWS = 5

export async function orderPadRoutes(app: FastifyInstance, { db, guards }: Shop) {
  const register = createCallRegistrar(app, guards)
  const limits = createRateLimits(db)

  const refuseAbove = (kind: keyof typeof RATE_LIMITS, userId: string) =>
    refuseAboveLimit(limits, `order-pad|${kind}|${hashedName(userId)}`, RATE_LIMITS[kind])

  register(calls.matchPadRows, async ({ query, body, principal }) => {
    const kind = body.rows.length > FEW_ROWS ? 'rows' : 'fewRows'
    const refusal = await refuseAbove(kind, principal.id)
    if (refusal) return refusal
    const owner = await findOwner(db, principal, query)
    return isRefusal(owner) ? owner : matchPadRows(db, owner.id, body.rows)
  })

  register(calls.findAlternatives, async ({ query, body, principal }) => {
    const refusal = await refuseAbove('alternatives', principal.id)
    if (refusal) return refusal
    const owner = await findOwner(db, principal, query)
    return isRefusal(owner) ? owner : findAlternatives(db, owner.id, body.texts)
  })

  register(calls.listOwnNumbers, async ({ query, principal }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, ...filters } = query
    const { rows, count } = await listOwnNumbers(db, principal.id, { size, ...filters })
    reply.header('x-total-count', String(count))
    return withNextLink(rows, size, request, reply)
  })

  register(calls.exportOwnNumbers, ({ principal }, _request, reply) => {
    const rows = exportOwnNumbers(db, principal.id)
    return sendCsv(reply, csvFileName('own-numbers'), OWN_NUMBER_COLUMNS, rows)
  })

  register(calls.putOwnNumber, ({ body, principal }) => putOwnNumber(db, principal.id, body))

  register(calls.deleteOwnNumber, ({ params, principal }) =>
    deleteOwnNumber(db, principal.id, params.code),
  )
}

/** Returns the user whose own numbers are searched: the principal, or for staff the given customer. */
async function findOwner(
  db: Db,
  principal: Principal,
  { client: customerEmail }: { client?: string | undefined },
): Promise<{ id: string } | Refusal> {
  if (customerEmail === undefined) return principal
  if (principal.role !== 'admin') return refuseOtherEmail(principal, customerEmail) ?? principal
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', normalizeEmail(customerEmail))
    .executeTakeFirst()
  return owner ?? refuse('user_missing')
}
