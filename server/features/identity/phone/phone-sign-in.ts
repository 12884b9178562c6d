import { isTextablePhone } from '@freehub/contract/phone'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { phoneNumber } from 'better-auth/plugins'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueText } from '../../../platform/sms/queue-text.ts'
import { CODE_SECONDS, codeSender } from './send-code.ts'

const DIGITS = 6
const TRIES = 5
/** No code of ours. */
const WRONG = 'none'

const VERIFY = '/phone-number/verify'

/**
 * Signing in by a code that a text brings, to a number that an account has confirmed. Nobody signs
 * up so: orders need an e-mail. Whoever asks for a code, or tries one, learns nothing of whose the
 * number is.
 */
export function phoneSignIn(db: Db, queueText: QueueText | undefined) {
  const library = phoneNumber({
    otpLength: DIGITS,
    expiresIn: CODE_SECONDS,
    allowedAttempts: TRIES,
    requireVerification: true,
    phoneNumberValidator: isTextablePhone,
    sendOTP: codeSender(db, queueText),
    schema: {
      user: {
        fields: { phoneNumber: 'sign_in_phone', phoneNumberVerified: 'sign_in_phone_confirmed' },
      },
    },
  })
  return {
    ...library,
    hooks: {
      before: [
        ...library.hooks.before,
        { matcher: ({ path }) => path === VERIFY, handler: checkAttempt(db) },
      ],
    },
    rateLimit: [],
  } satisfies BetterAuthPlugin
}

/**
 * Asks for a session before a number is added, and makes every code wrong for a number that signs no user in:
 * the library would check the code first, and fail at an unknown number.
 */
function checkAttempt(db: Db) {
  return createAuthMiddleware(async (ctx) => {
    const { body } = ctx
    if (body.updatePhoneNumber) {
      if (!(await getSessionFromCtx(ctx))) throw APIError.fromStatus('UNAUTHORIZED')
    } else if (!(await isSignInPhone(db, body.phoneNumber))) {
      return { context: { body: { ...body, code: WRONG } } }
    }
  })
}

async function isSignInPhone(db: Db, phone: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('sign_in_phone', '=', phone)
    .where('sign_in_phone_confirmed', '=', true)
    .executeTakeFirst()
  return user !== undefined
}
