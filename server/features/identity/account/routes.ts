import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { type Guards, registerCall } from '../../../platform/http/route.ts'
import { principalOf } from '../guards.ts'
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

/** Serves the calls about the principal's own account and sessions. */
export async function accountRoutes(app: FastifyInstance, { guards, staff, ...deps }: Deps) {
  const { db } = deps

  registerCall(app, guards, calls.readAccount, (_, request) =>
    readAccount(db, principalOf(request).id, staff),
  )

  registerCall(app, guards, calls.downloadAccount, (_, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="freehub-my-data.json"')
    return downloadAccount(db, principalOf(request), staff)
  })

  registerCall(app, guards, calls.deleteAccount, (_, request) =>
    deleteAccount(deps, principalOf(request)),
  )

  registerCall(app, guards, calls.listSessions, (_, request) =>
    listSessions(db, principalOf(request)),
  )

  registerCall(app, guards, calls.endSession, ({ params }, request) =>
    endSession(db, principalOf(request), params.id),
  )

  registerCall(app, guards, calls.endOtherSessions, (_, request) =>
    endOtherSessions(db, principalOf(request)),
  )
}
