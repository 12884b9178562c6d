import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { createCallRegistrar } from '../../../platform/http/route.ts'
import type { Shop } from '../../../platform/open-platform.ts'
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

  register(calls.readAccount, ({ principal }) => readAccount(db, principal.id, staff))

  register(calls.downloadAccount, ({ principal }, _request, reply) => {
    reply.header('content-disposition', 'attachment; filename="freehub-my-data.json"')
    return downloadAccount(db, principal, staff)
  })

  register(calls.deleteAccount, ({ principal }) => deleteAccount(deps, principal))

  register(calls.listSessions, ({ principal }) => listSessions(db, principal))

  register(calls.endSession, ({ params, principal }) => endSession(db, principal, params.id))

  register(calls.endOtherSessions, ({ principal }) => endOtherSessions(db, principal))
}
