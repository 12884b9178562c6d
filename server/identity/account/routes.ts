import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../database/connect.ts'
import { answer, type Guards } from '../../http/route.ts'
import { askerOf } from '../guards.ts'
import { endOtherSessions, endSession } from '../sessions/end-sessions.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { readAccount } from './read-account.ts'

interface Deps {
  db: Db
  guards: Guards
}

/** The calls about one's own account, and where one is signed in. */
export async function accountRoutes(app: FastifyInstance, { db, guards }: Deps) {
  answer(app, guards, calls.readAccount, (_, request) => readAccount(db, askerOf(request).id))

  answer(app, guards, calls.listSessions, (_, request) => listSessions(db, askerOf(request)))

  answer(app, guards, calls.endSession, ({ params }, request) =>
    endSession(db, askerOf(request), params.id),
  )

  answer(app, guards, calls.endOtherSessions, (_, request) =>
    endOtherSessions(db, askerOf(request)),
  )
}
