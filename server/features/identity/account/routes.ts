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
  const call = createCallRegistrar(app, guards)

  call(calls.readAccount, (_, request) => readAccount(db, principalOf(request).id, staff))

  call(calls.downloadAccount, (_, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="freehub-my-data.json"')
    return downloadAccount(db, principalOf(request), staff)
  })

  call(calls.deleteAccount, (_, request) => deleteAccount(deps, principalOf(request)))

  call(calls.listSessions, (_, request) => listSessions(db, principalOf(request)))

  call(calls.endSession, ({ params }, request) => endSession(db, principalOf(request), params.id))

  call(calls.endOtherSessions, (_, request) => endOtherSessions(db, principalOf(request)))
}
