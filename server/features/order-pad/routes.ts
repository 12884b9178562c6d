import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { csvFileName, sendCsv } from '../../platform/csv/send-csv.ts'
import { sendFirstRows } from '../../platform/http/pagination.ts'
import { callRegistrar } from '../../platform/http/route.ts'
import { createRateLimits, hashedName } from '../../platform/limits/rate-limits.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { principalOf } from '../identity/guards.ts'
import { findAlternatives } from './find-alternatives.ts'
import { matchPadRows } from './match-rows.ts'
import {
  deleteOwnNumber,
  exportOwnNumbers,
  listOwnNumbers,
  OWN_NUMBER_COLUMNS,
  putOwnNumber,
} from './own-numbers.ts'

/** Pastes, single typed rows and searches of one user. */
const RULES = {
  rows: { window: 60, max: 12 },
  fewRows: { window: 60, max: 60 },
  alternatives: { window: 60, max: 30 },
}
const FEW_ROWS = 5

export async function orderPadRoutes(app: FastifyInstance, { db, guards }: Shop) {
  const register = callRegistrar(app, guards)
  const limits = createRateLimits(db)

  async function refuseTooMany(
    kind: keyof typeof RULES,
    userId: string,
  ): Promise<Refusal | undefined> {
    const key = `order-pad|${kind}|${hashedName(userId)}`
    const { allowed, retryAfter } = await limits.consume(key, RULES[kind])
    return allowed ? undefined : refuse('too_many_requests', { retryAfterSeconds: retryAfter })
  }

  register(calls.matchPadRows, async ({ body }, request) => {
    const { id } = principalOf(request)
    const kind = body.rows.length > FEW_ROWS ? 'rows' : 'fewRows'
    return (await refuseTooMany(kind, id)) ?? matchPadRows(db, id, body.rows)
  })

  register(calls.findAlternatives, async ({ body }, request) => {
    const { id } = principalOf(request)
    return (await refuseTooMany('alternatives', id)) ?? findAlternatives(db, id, body.texts)
  })

  register(calls.listOwnNumbers, async ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, ...filters } = query
    const { rows, count } = await listOwnNumbers(db, principalOf(request).id, { size, ...filters })
    reply.header('x-total-count', String(count))
    return sendFirstRows(rows, size, request, reply)
  })

  register(calls.exportOwnNumbers, (_, request, reply) => {
    const rows = exportOwnNumbers(db, principalOf(request).id)
    return sendCsv(reply, csvFileName('own-numbers'), OWN_NUMBER_COLUMNS, rows)
  })

  register(calls.putOwnNumber, ({ body }, request) =>
    putOwnNumber(db, principalOf(request).id, body),
  )

  register(calls.deleteOwnNumber, ({ params }, request) =>
    deleteOwnNumber(db, principalOf(request).id, params.code),
  )
}
