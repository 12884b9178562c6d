import type { Db } from '../database/connections/connect.ts'
import type { CodeText } from './queue-text.ts'

export interface Text {
  to: string
  text: string
}

/**
 * Puts a queued text into words. Undefined when its code holds no more, or nobody signs in with
 * the number. The last line lets phones offer the code on pages of the shop, and on no others.
 */
export async function composeText(
  db: Db,
  { to, code, until, toKnownOnly }: CodeText,
  origin: string,
): Promise<Text | undefined> {
  if (new Date(until) <= new Date()) return undefined
  if (toKnownOnly && !(await isKnown(db, to))) return undefined
  return {
    to,
    text: `${code} is your Freehub code. It holds for five minutes. Give it to nobody, to us neither.

@${new URL(origin).hostname} #${code}`,
  }
}

async function isKnown(db: Db, phone: string): Promise<boolean> {
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
