import { isE164Phone } from '@freehub/contract/phone'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { phoneNumber } from 'better-auth/plugins'
import type { PhoneNumberOptions } from 'better-auth/plugins/phone-number'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueSms } from '../../../platform/sms/queue-sms.ts'
import { currentRequestFacts } from '../request-facts.ts'

const CODE_SECONDS = 300

/**
 * Creates the function that queues an SMS with a code. Without a session, only a number with an account gets the SMS.
 * Without an SMS provider, the function throws `TEXTS_NOT_SENT` (501).
 */
function createCodeQueue(
  db: Db,
  queueSms: QueueSms | undefined,
): NonNullable<PhoneNumberOptions['sendOTP']> {
  return async ({ phoneNumber, code }, context) => {
    if (!queueSms) {
      throw new APIError('NOT_IMPLEMENTED', {
        code: 'TEXTS_NOT_SENT',
        message: 'This shop cannot send SMS.',
      })
    }
    const isSignedIn = context !== undefined && (await getSessionFromCtx(context)) !== null
    const until = new Date(Date.now() + CODE_SECONDS * 1000).toISOString()
    await queueSms(db, { to: phoneNumber, code, until, toKnownOnly: !isSignedIn })
  }
}

const DIGITS = 6
const MAX_ATTEMPTS = 5
/** A code that is never valid, because codes consist of digits. */
const WRONG_CODE = 'none'

const VERIFY = '/phone-number/verify'

/** Sign-in by an SMS code to a confirmed number. Responses do not reveal whether the number has an account. */
export function phoneSignIn(db: Db, queueSms: QueueSms | undefined) {
  const library = phoneNumber({
    otpLength: DIGITS,
    expiresIn: CODE_SECONDS,
    allowedAttempts: MAX_ATTEMPTS,
    requireVerification: true,
    phoneNumberValidator: isE164Phone,
    sendOTP: createCodeQueue(db, queueSms),
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
    // The shop counts attempts itself (decision 17).
    rateLimit: [],
  } satisfies BetterAuthPlugin
}

/**
 * Runs before Better Auth compares an SMS code. Requires a session to add a number. Replaces the code of a sign-in by a
 * wrong one if no account has confirmed the number, so that the response is the same as for a wrong code.
 */
function checkAttempt(db: Db) {
  return createAuthMiddleware(async (ctx) => {
    const { body } = ctx
    if (body.updatePhoneNumber) {
      currentRequestFacts().event = 'phone_add'
      if (!(await getSessionFromCtx(ctx))) throw APIError.fromStatus('UNAUTHORIZED')
    } else if (!(await isSignInPhone(db, body.phoneNumber))) {
      return { context: { body: { ...body, code: WRONG_CODE } } }
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
