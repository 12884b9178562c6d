import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { PhoneNumberOptions } from 'better-auth/plugins/phone-number'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueSms } from '../../../platform/sms/queue-sms.ts'

export const CODE_SECONDS = 300

/**
 * Creates the `sendOTP` function of Better Auth's phone plugin. Signed-in users may confirm any
 * number. Others get a code only for a number with an account, which the SMS job looks up. Throws
 * `TEXTS_NOT_SENT` (501) without an SMS provider.
 */
export function createCodeSender(
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
