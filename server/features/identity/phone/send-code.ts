import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { PhoneNumberOptions } from 'better-auth/plugins/phone-number'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueText } from '../../../platform/sms/queue-text.ts'

export const CODE_SECONDS = 300

/**
 * Sends a code for the identity provider. To whoever is signed in, to confirm his number; to
 * whoever is not, only where somebody signs in with it, and that is looked up later. A shop that has
 * no hook for texts says so.
 */
export function codeSender(
  db: Db,
  queueText: QueueText | undefined,
): NonNullable<PhoneNumberOptions['sendOTP']> {
  return async ({ phoneNumber, code }, context) => {
    if (!queueText) {
      throw new APIError('NOT_IMPLEMENTED', {
        code: 'TEXTS_NOT_SENT',
        message: 'This shop sends no texts.',
      })
    }
    const isSignedIn = context !== undefined && (await getSessionFromCtx(context)) !== null
    const until = new Date(Date.now() + CODE_SECONDS * 1000).toISOString()
    await queueText(db, { to: phoneNumber, code, until, toKnownOnly: !isSignedIn })
  }
}
