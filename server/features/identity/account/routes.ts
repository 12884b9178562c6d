import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { answer, type Guards } from '../../../platform/http/route.ts'
import { askerOf } from '../guards.ts'
import { endOtherSessions, endSession } from '../sessions/end-sessions.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import type { StaffRule } from '../staff-rights.ts'
import { type DeleteDeps, deleteAccount } from './delete-account.ts'
import { downloadAccount } from './download-account.ts'
import { readAccount } from './read-account.ts'

interface Deps extends DeleteDeps {
  guards: Guards
  staff: StaffRule
}

/** The calls about one's own account, and where one is signed in. */
export async function accountRoutes(app: FastifyInstance, { guards, staff, ...deps }: Deps) {
  const { db } = deps

  answer(app, guards, calls.readAccount, (_, request) =>
    readAccount(db, askerOf(request).id, staff),
  )

  answer(app, guards, calls.downloadAccount, (_, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="freehub-my-data.json"')
    return downloadAccount(db, askerOf(request), staff)
  })

  answer(app, guards, calls.deleteAccount, (_, request) => deleteAccount(deps, askerOf(request)))

  answer(app, guards, calls.listSessions, (_, request) => listSessions(db, askerOf(request)))

  answer(app, guards, calls.endSession, ({ params }, request) =>
    endSession(db, askerOf(request), params.id),
  )

  answer(app, guards, calls.endOtherSessions, (_, request) =>
    endOtherSessions(db, askerOf(request)),
  )
}
