import type { Db } from '../database/connections/connect.ts'
import type { CodeSms } from './queue-sms.ts'

export interface Sms {
  to: string
  text: string
}

/**
 * Composes a queued SMS. Returns undefined if its code has expired, or if no user signs in with the number.
 * The last line makes phones offer the code on pages of the shop only.
 */
export async function composeSms(
  db: Db,
  { to, code, until, toKnownOnly }: CodeSms,
  origin: string,
): Promise<Sms | undefined> {
  if (new Date(until) <= new Date()) return undefined
  if (toKnownOnly && !(await hasUserWithPhone(db, to))) return undefined
  return {
    to,
    text: `${code} is your Freehub code. It expires in 5 minutes. Never share it, not even with us.

@${new URL(origin).hostname} #${code}`,
  }
}

async function hasUserWithPhone(db: Db, phone: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('sign_in_phone', '=', phone)
    .where('sign_in_phone_confirmed', '=', true)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}
