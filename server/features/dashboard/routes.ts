import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type Guards, registerCall } from '../../platform/http/route.ts'
import { principalOf } from '../identity/guards.ts'
import { readMyOverview } from './read-my-overview.ts'
import { readOverview } from './read-overview.ts'

interface Deps {
  db: Db
  guards: Guards
}

const DAYS = '30'

export async function overviewRoutes(app: FastifyInstance, { db, guards }: Deps) {
  registerCall(app, guards, calls.readOverview, ({ query: { days = DAYS } }) =>
    readOverview(db, Number(days)),
  )

  registerCall(app, guards, calls.readMyOverview, ({ query: { days = DAYS } }, request) =>
    readMyOverview(db, principalOf(request).id, Number(days)),
  )
}
