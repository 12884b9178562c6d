import { randomUUIDv7 } from 'node:crypto'
import { BASE_ERROR_CODES, type GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { rateLimits } from '../../../platform/limits/rate-limits.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { forgetGuesses } from '../limits/account-limits.ts'
import { endOpenLinks } from './end-open-links.ts'
import { deadLink } from './read-email-link.ts'

interface Deps {
  db: Db
  queueMail: QueueMail
}

interface Owner {
  id: string
  email: string
}

/**
 * Runs after a new password was set by the link of a mail, which shows who owns the address. If it
 * was not confirmed before, a stranger may have made the account and wait for its owner: all other
 * ways in are removed. Open links and half sign-ins end in any case.
 */
export async function takeOver(
  { db, queueMail }: Deps,
  { id, email, emailVerified }: Owner & { emailVerified: boolean },
): Promise<void> {
  await forgetGuesses(rateLimits(db), email)
  await db.transaction().execute(async (tx) => {
    await endOpenLinks(tx, id)
    if (!emailVerified) await removeOtherWaysIn(tx, id)
    await queueMail(tx, { kind: 'account-changed', userId: id, what: 'password-changed' })
  })
}

/**
 * Sets a new password by the link that confirms an e-mail: the address is confirmed, and every
 * session and other way in is removed. Throws `INVALID_TOKEN` (401) when it is confirmed already, so
 * that the link sets a password once; and `PASSWORD_TOO_SHORT` or `PASSWORD_TOO_LONG` (400).
 */
export async function takeOverByLink(
  { db, queueMail }: Deps,
  { context }: GenericEndpointContext,
  { id, email }: Owner,
  newPassword: string,
): Promise<void> {
  const { hash, config } = context.password
  requireLength(newPassword, config)
  const password = await hash(newPassword)
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('email_verified', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw deadLink()
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
    await removeOtherWaysIn(tx, id)
    await setPassword(tx, id, password)
    await endOpenLinks(tx, id)
    await queueMail(tx, { kind: 'account-changed', userId: id, what: 'password-changed' })
  })
  await forgetGuesses(rateLimits(db), email)
}

type Lengths = GenericEndpointContext['context']['password']['config']

function requireLength({ length }: string, config: Lengths): void {
  if (length < config.minPasswordLength) {
    throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.PASSWORD_TOO_SHORT)
  }
  if (length > config.maxPasswordLength) {
    throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.PASSWORD_TOO_LONG)
  }
}

async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ password })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const account = { user_id: userId, provider_id: 'credential', account_id: userId, password }
  await tx
    .insertInto('accounts')
    .values({ id: randomUUIDv7(), ...account })
    .execute()
}

async function removeOtherWaysIn(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('two_factors').where('user_id', '=', userId).execute()
  await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '!=', 'credential')
    .execute()
  await tx
    .updateTable('users')
    .set({
      email_verified: true,
      two_factor_enabled: false,
      sign_in_phone: null,
      sign_in_phone_confirmed: false,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}
