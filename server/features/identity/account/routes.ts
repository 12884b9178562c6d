import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { createCallRegistrar } from '../../../platform/http/route.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import { principalOf } from '../guards.ts'
import { endOtherSessions, endSession, listSessions } from '../sessions/sessions.ts'
import { type DeleteDeps, deleteAccount } from './delete-account.ts'
import { downloadAccount } from './download-account.ts'
import { readAccount } from './read-account.ts'

/** Serves the calls about the principal's own account and sessions. */
export async function accountRoutes(app: FastifyInstance, deps: Shop & DeleteDeps) {
  const {
    db,
    guards,
    config: { staff },
  } = deps
  const register = createCallRegistrar(app, guards)

  register(calls.readAccount, (_, request) => readAccount(db, principalOf(request).id, staff))

  register(calls.downloadAccount, (_, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="freehub-my-data.json"')
    return downloadAccount(db, principalOf(request), staff)
  })

  register(calls.deleteAccount, (_, request) => deleteAccount(deps, principalOf(request)))

  register(calls.listSessions, (_, request) => listSessions(db, principalOf(request)))

  register(calls.endSession, ({ params }, request) =>
    endSession(db, principalOf(request), params.id),
  )

  register(calls.endOtherSessions, (_, request) => endOtherSessions(db, principalOf(request)))
}
