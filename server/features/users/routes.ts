import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { normalEmail } from '@freehub/contract/email'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Profile, ProfileUpdate } from '@freehub/contract/users/users'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { listCounter } from '../../platform/database/list-counter.ts'
import { isOwnOrigin } from '../../platform/http/origin.ts'
import { cutPageOfTwoWays } from '../../platform/http/paging.ts'
import { answer, type Guards } from '../../platform/http/route.ts'
import type { Auth } from '../identity/auth.ts'
import { headersOf } from '../identity/auth-routes.ts'
import { exchangeToken } from '../identity/exchange-token.ts'
import { type Asker, askerOf, foreignEmailRefusal } from '../identity/guards.ts'
import { banUser, unbanUser } from './ban-user.ts'
import { listUsers } from './list-users.ts'
import { makeAdmin } from './make-admin.ts'
import { readProfile, updateProfile } from './profile.ts'
import { readPerson } from './read-person.ts'
import { removeAdmin } from './remove-admin.ts'
import { listRoleChanges } from './role-changes.ts'
import { distrustUser, trustUser } from './trust-user.ts'

interface Deps {
  db: Db
  auth: Auth
  config: Config
  guards: Guards
}

/** The calls about people: profile, role, ban, list, and the exchange of a session for a token. */
export async function userRoutes(app: FastifyInstance, deps: Deps) {
  const { db, guards } = deps
  const lists = { db, countUsers: listCounter() }

  answer(app, guards, calls.putUser, async ({ params, body }, request) => {
    if (body.email !== undefined) {
      return normalEmail(params.email) === normalEmail(body.email)
        ? exchange(deps, request, body.email)
        : refuse('email_foreign')
    }
    if (!request.asker) return request.tokenRefusal ?? refuse('token_missing')
    const foreign = foreignEmailRefusal(request.asker, params.email)
    return foreign ?? updated(db, request.asker, body)
  })

  answer(
    app,
    guards,
    calls.readUser,
    async ({ params }, request): Promise<Profile | Refusal> =>
      refusalToLook(askerOf(request), params.email) ??
      (await readProfile(db, params.email)) ??
      refuse('user_missing'),
  )

  answer(app, guards, calls.readAdminFlag, async ({ params }, request) => {
    const asker = askerOf(request)
    const foreign = refusalToLook(asker, params.email)
    if (foreign) return foreign
    if (normalEmail(params.email) === asker.email) return ownFlag(asker)
    const profile = await readProfile(db, params.email)
    return profile ? { admin: profile.role === 'admin' } : refuse('user_missing')
  })

  answer(app, guards, calls.makeAdmin, async ({ params }, request) =>
    modified(await makeAdmin(db, params.email, askerOf(request))),
  )

  answer(app, guards, calls.removeAdmin, async ({ params }, request) =>
    modified(await removeAdmin(db, params.email, askerOf(request))),
  )

  answer(app, guards, calls.listRoleChanges, () => listRoleChanges(db))

  answer(app, guards, calls.banUser, async ({ params, body }, request) =>
    modified(await banUser(db, params.email, body.reason, askerOf(request).id)),
  )

  answer(app, guards, calls.unbanUser, async ({ params }, request) =>
    modified(await unbanUser(db, params.email, askerOf(request).id)),
  )

  answer(app, guards, calls.trustUser, async ({ params }, request) =>
    modified(await trustUser(db, params.email, askerOf(request).id)),
  )

  answer(app, guards, calls.distrustUser, async ({ params }) =>
    modified(await distrustUser(db, params.email)),
  )

  answer(app, guards, calls.readPerson, ({ params }) => readPerson(db, params.who))

  answer(app, guards, calls.listUsers, async ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, search, after, before, last } = query
    const page = { size, after, before, last: last === 'true' }
    const list = await listUsers(lists, search, page)
    reply.header('x-total-count', String(list.count))
    return cutPageOfTwoWays(list.users, page, request, reply)
  })
}

function ownFlag({ role, isStaff }: Asker) {
  const admin = role === 'admin'
  return { admin, ...(isStaff && !admin && { paused: true as const }) }
}

async function exchange({ auth, db, config }: Deps, request: FastifyRequest, email: string) {
  if (!isOwnOrigin(config, request)) return refuse('origin_foreign')
  const session = request.session ?? (await auth.api.getSession({ headers: headersOf(request) }))
  const exchanged = await exchangeToken(db, session, email)
  return 'refused' in exchanged ? exchanged : { ...exchanged, result: { modifiedCount: 0 } }
}

async function updated(db: Db, asker: Asker, update: ProfileUpdate) {
  return { result: { modifiedCount: await updateProfile(db, asker.id, update) } }
}

function modified(count: number | Refusal) {
  return isRefusal(count) ? count : { modifiedCount: count }
}

function refusalToLook(asker: Asker, email: string) {
  return asker.role === 'admin' ? undefined : foreignEmailRefusal(asker, email)
}
