import { calls } from '@freehub/contract/calls'
import { normalizeEmail } from '@freehub/contract/email'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Profile, ProfileUpdate } from '@freehub/contract/users/user-schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { createListCounter } from '../../platform/database/list-counter.ts'
import { isOwnOrigin } from '../../platform/http/own-origin.ts'
import { toPageQuery, withPageHeaders } from '../../platform/http/pagination.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import type { Auth } from '../identity/auth.ts'
import { authHeaders } from '../identity/auth-routes.ts'
import { type Principal, refuseOtherEmail } from '../identity/guards.ts'
import { issueAccessToken } from '../identity/issue-access-token.ts'
import { banUser, unbanUser } from './ban-user.ts'
import { listUsers } from './list-users.ts'
import { readProfile, updateProfile } from './profile.ts'
import { readPerson } from './read-person.ts'
import { listRoleChanges, makeAdmin, removeAdmin } from './roles.ts'
import { distrustUser, trustUser } from './trust-user.ts'

type Deps = Shop & { auth: Auth; closeIntentsOfBannedUsers: () => void }

export async function userRoutes(app: FastifyInstance, deps: Deps) {
  const { db, guards } = deps
  const listDeps = { db, countUsers: createListCounter() }
  const register = createCallRegistrar(app, guards)

  register(calls.putUser, async ({ params, body }, request) => {
    if (body.email !== undefined) {
      return normalizeEmail(params.email) === normalizeEmail(body.email)
        ? exchangeSession(deps, request, body.email)
        : refuse('email_foreign')
    }
    if (!request.principal) return request.tokenRefusal ?? refuse('token_missing')
    const refusal = refuseOtherEmail(request.principal, params.email)
    return refusal ?? updateOwnProfile(db, request.principal, body)
  })

  register(
    calls.readUser,
    async ({ params, principal }): Promise<Profile | Refusal> =>
      refuseOtherReader(principal, params.email) ??
      (await readProfile(db, params.email)) ??
      refuse('user_missing'),
  )

  register(calls.readAdminFlag, async ({ params, principal }) => {
    const refusal = refuseOtherReader(principal, params.email)
    if (refusal) return refusal
    if (normalizeEmail(params.email) === principal.email) return getOwnAdminFlag(principal)
    const profile = await readProfile(db, params.email)
    return profile ? { admin: profile.role === 'admin' } : refuse('user_missing')
  })

  register(calls.makeAdmin, async ({ params, principal }) =>
    toModifiedCount(await makeAdmin(db, params.email, principal)),
  )

  register(calls.removeAdmin, async ({ params, principal }) =>
    toModifiedCount(await removeAdmin(db, params.email, principal)),
  )

  register(calls.listRoleChanges, ({ query }) => listRoleChanges(db, query))

  register(calls.banUser, async ({ params, body, principal }) => {
    const banned = await banUser(db, params.email, body.reason, principal.id)
    if (banned === 1) deps.closeIntentsOfBannedUsers()
    return toModifiedCount(banned)
  })

  register(calls.unbanUser, async ({ params, principal }) =>
    toModifiedCount(await unbanUser(db, params.email, principal.id)),
  )

  register(calls.trustUser, async ({ params, principal }) =>
    toModifiedCount(await trustUser(db, params.email, principal.id)),
  )

  register(calls.distrustUser, async ({ params }) =>
    toModifiedCount(await distrustUser(db, params.email)),
  )

  register(calls.readPerson, ({ params }) => readPerson(db, params.who))

  register(calls.listUsers, async ({ query }, request, reply) => {
    const page = toPageQuery(query)
    return withPageHeaders(await listUsers(listDeps, query, page), page, request, reply)
  })
}

function getOwnAdminFlag({ role, isAdminAccount }: Principal) {
  const admin = role === 'admin'
  return { admin, ...(isAdminAccount && !admin && { paused: true as const }) }
}

/** Exchanges the session of a request from the shop's own pages for an access token. */
async function exchangeSession({ auth, db, config }: Deps, request: FastifyRequest, email: string) {
  if (!isOwnOrigin(config, request)) return refuse('origin_foreign')
  const session = request.session ?? (await auth.api.getSession({ headers: authHeaders(request) }))
  const exchanged = await issueAccessToken(db, session, email)
  return 'refused' in exchanged ? exchanged : { ...exchanged, result: { modifiedCount: 0 } }
}

async function updateOwnProfile(db: Db, principal: Principal, update: ProfileUpdate) {
  return { result: { modifiedCount: await updateProfile(db, principal.id, update) } }
}

function toModifiedCount(count: number | Refusal) {
  return isRefusal(count) ? count : { modifiedCount: count }
}

/** Refuses a customer who reads the data of another user. */
function refuseOtherReader(principal: Principal, email: string) {
  return principal.role === 'admin' ? undefined : refuseOtherEmail(principal, email)
}
