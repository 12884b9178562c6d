import { randomUUIDv7 } from 'node:crypto'
import { BASE_ERROR_CODES, type GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { createRateLimits } from '../../../platform/limits/rate-limits.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { resetGuesses } from '../limits/account-limits.ts'
import { invalidLinkError } from '../mails/read-email-link.ts'
import { currentRequestFacts } from '../request-facts.ts'

interface Deps {
  db: Db
  queueMail: QueueMail
}

interface Owner {
  id: string
  email: string
}

/**
 * Runs after a password reset by mail. Resets the counts of guesses, ends sessions, revokes open links and notifies the
 * user. If the email was not confirmed, confirms it and removes all other sign-in methods, because an attacker may have
 * created the account.
 */
export async function secureAccountAfterReset(
  { db, queueMail }: Deps,
  { id, email, emailVerified }: Owner & { emailVerified: boolean },
): Promise<void> {
  await resetGuesses(createRateLimits(db), email)
  await db.transaction().execute(async (tx) => {
    // A sign-in with the old password may have created a session after Better Auth deleted the sessions.
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
    await revokeOpenLinks(tx, id)
    if (!emailVerified) await confirmEmailAndRemoveOtherSignInMethods(tx, id)
    const what = currentRequestFacts().isFirstPassword ? 'password-added' : 'password-changed'
    await queueMail(tx, { kind: 'account-changed', userId: id, what })
  })
}

/**
 * Confirms the email by a link and sets a new password. Removes all sessions and other sign-in methods, and notifies
 * the user. Throws `INVALID_TOKEN` (401) if the email is already confirmed, so that the link works once. Throws
 * `PASSWORD_TOO_SHORT` or `PASSWORD_TOO_LONG` (400).
 */
export async function reclaimAccountByLink(
  { db, queueMail }: Deps,
  { context }: GenericEndpointContext,
  { id, email }: Owner,
  newPassword: string,
): Promise<void> {
  const { hash, config } = context.password
  requirePasswordLength(newPassword, config)
  const passwordHash = await hash(newPassword)
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('email_verified', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw invalidLinkError()
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
    await confirmEmailAndRemoveOtherSignInMethods(tx, id)
    await setPassword(tx, id, passwordHash)
    await revokeOpenLinks(tx, id)
    await queueMail(tx, { kind: 'account-changed', userId: id, what: 'password-changed' })
  })
  await resetGuesses(createRateLimits(db), email)
}

type Lengths = GenericEndpointContext['context']['password']['config']

function requirePasswordLength({ length }: string, config: Lengths): void {
  if (length < config.minPasswordLength) {
    throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.PASSWORD_TOO_SHORT)
  }
  if (length > config.maxPasswordLength) {
    throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.PASSWORD_TOO_LONG)
  }
}

async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ password: passwordHash })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const account = { user_id: userId, provider_id: 'credential', account_id: userId }
  await tx
    .insertInto('accounts')
    .values({ id: randomUUIDv7(), ...account, password: passwordHash })
    .execute()
}

/** Confirms the email, and removes all sign-in methods except the password. */
async function confirmEmailAndRemoveOtherSignInMethods(tx: Tx, userId: string): Promise<void> {
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

/**
 * Revokes a user's unused links that reset the password or change the email, and the user's sign-ins that wait for the
 * second factor. Links that confirm the current email stay valid.
 */
export async function revokeOpenLinks(db: Db | Tx, userId: string): Promise<void> {
  await sql`delete from verifications where value = ${userId}`.execute(db)
}
