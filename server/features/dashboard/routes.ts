import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { answer, type Guards } from '../../platform/http/route.ts'
import { askerOf } from '../identity/guards.ts'
import { readMyOverview } from './read-my-overview.ts'
import { readOverview } from './read-overview.ts'

interface Deps {
  db: Db
  guards: Guards
}

const DAYS = '30'

/** The calls about how things stand. */
export async function overviewRoutes(app: FastifyInstance, { db, guards }: Deps) {
  answer(app, guards, calls.readOverview, ({ query: { days = DAYS } }) =>
    readOverview(db, Number(days)),
  )

  answer(app, guards, calls.readMyOverview, ({ query: { days = DAYS } }, request) =>
    readMyOverview(db, askerOf(request).id, Number(days)),
  )
}
