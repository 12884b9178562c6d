import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { readMyOverview } from './read-my-overview.ts'
import { readOverview } from './read-overview.ts'
import { registerUnpaidReservationMetrics } from './read-unpaid-reservations.ts'

const DEFAULT_DAYS = '30'

export async function overviewRoutes(app: FastifyInstance, { db, guards, config }: Shop) {
  if (config.metrics) registerUnpaidReservationMetrics(db)

  const register = createCallRegistrar(app, guards)
  register(calls.readOverview, ({ query: { days = DEFAULT_DAYS } }) =>
    readOverview(db, Number(days)),
  )

  register(calls.readMyOverview, ({ query: { days = DEFAULT_DAYS }, principal }) =>
    readMyOverview(db, principal.id, Number(days)),
  )
}
