import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { jwtVerify } from 'jose'
import type { Db } from '../../database/connect.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import { CHANGE_LINK, CHANGE_REQUEST } from './mail-links.ts'

/**
 * What the identity provider's way to another e-mail lacks: its
 * link counts once, the new address is confirmed by it, and the old one is told.
 */
export function emailChanges(db: Db, queueMail: QueueMail): BetterAuthPlugin {
  return {
    id: 'email-changes-of-the-shop',
    hooks: {
      before: [{ matcher: isLink, handler: refuseDeadLink(db) }],
      after: [{ matcher: isLink, handler: finish(db, queueMail) }],
    },
  }
}

const isLink = ({ path }: { path?: string }) => path === '/verify-email'

/** A link is of a person and the address that he has then; one that changes it counts once. */
const refuseDeadLink = (db: Db) =>
  createAuthMiddleware(async ({ query, context }) => {
    const link = await readLink(query?.token, context.secret)
    if (!link) return
    const owner = await personAt(db, link.email)
    if (owner?.id !== link.userId) throw deadLink()
    if (!isChange(link)) return
    const kept = await context.internalAdapter.findVerificationValue(CHANGE_LINK + link.once)
    if (!kept || kept.expiresAt <= new Date()) throw deadLink()
    if (await personAt(db, link.updateTo)) {
      throw new APIError('UNPROCESSABLE_ENTITY', {
        code: 'USER_ALREADY_EXISTS',
        message: 'Somebody else has this address by now.',
      })
    }
  })

function deadLink(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_TOKEN',
    message: 'This link was used, or is of another time.',
  })
}

function personAt(db: Db, email: string) {
  return db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
}

const finish = (db: Db, queueMail: QueueMail) =>
  createAuthMiddleware(async ({ query, context }) => {
    const change = await readLink(query?.token, context.secret)
    if (!change || !isChange(change) || isAPIError(context.returned)) return
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

/**
 * What a link's token says, if it is one of ours that holds; others are for the provider to refuse.
 * Looked up before that, one that somebody made up would tell him whose addresses there are.
 */
async function readLink(token: unknown, secret: string): Promise<Link | undefined> {
  try {
    const key = new TextEncoder().encode(secret)
    return (await jwtVerify<Link>(String(token), key, { algorithms: ['HS256'] })).payload
  } catch {
    return undefined
  }
}

interface Link {
  userId: string
  email: string
  requestType?: string
}

interface Change extends Link {
  updateTo: string
  once: string
}

function isChange(link: Link): link is Change {
  return link.requestType === CHANGE_REQUEST
}
