import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { decodeJwt } from 'jose'
import type { Db } from '../../database/connect.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import { FRESH_SIGN_IN_SECONDS } from '../fresh-sign-in.ts'
import { CHANGE_LINK, CHANGE_REQUEST } from './mail-links.ts'

/**
 * What the identity provider's way to another e-mail lacks: the sign-in that asks for it is fresh,
 * its link counts once, the new address is confirmed by it, and the old one is told.
 */
export function emailChanges(db: Db, queueMail: QueueMail): BetterAuthPlugin {
  return {
    id: 'email-changes-of-the-shop',
    hooks: {
      before: [
        { matcher: ({ path }) => path === '/change-email', handler: refuseOldSignIn },
        { matcher: isLink, handler: refuseUsedLink },
      ],
      after: [{ matcher: isLink, handler: finish(db, queueMail) }],
    },
  }
}

const isLink = ({ path }: { path?: string }) => path === '/verify-email'

const refuseOldSignIn = createAuthMiddleware(async (context) => {
  const found = await getSessionFromCtx(context)
  // Who is signed out is told so by the provider itself.
  if (!found) return
  const age = Date.now() - new Date(found.session.createdAt).getTime()
  if (age < FRESH_SIGN_IN_SECONDS * 1000) return
  throw new APIError('FORBIDDEN', {
    code: 'SIGN_IN_TOO_OLD',
    message: 'Sign in anew first: your sign-in is older than fifteen minutes.',
  })
})

const refuseUsedLink = createAuthMiddleware(async ({ query, context }) => {
  const change = readChange(query?.token)
  if (!change) return
  const kept = await context.internalAdapter.findVerificationValue(CHANGE_LINK + change.once)
  if (kept && kept.expiresAt > new Date()) return
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'This link was used.' })
})

const finish = (db: Db, queueMail: QueueMail) =>
  createAuthMiddleware(async ({ query, context }) => {
    const change = readChange(query?.token)
    if (!change || isAPIError(context.returned)) return
    // Of two who follow it at once, one finishes.
    const used = await context.internalAdapter.consumeVerificationValue(CHANGE_LINK + change.once)
    if (!used) return
    const { userId, email: oldEmail, updateTo: newEmail } = change
    await db
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', userId)
      .where('email', '=', newEmail)
      .execute()
    await queueMail(db, { kind: 'email-changed', oldEmail, newEmail })
  })

/** What a link's token says it changes; whether it says so rightly is for the provider to find. */
function readChange(token: unknown) {
  try {
    const payload = decodeJwt<Change>(String(token))
    return payload.requestType === CHANGE_REQUEST ? payload : undefined
  } catch {
    return undefined
  }
}

interface Change {
  requestType?: string
  userId: string
  email: string
  updateTo: string
  once: string
}
