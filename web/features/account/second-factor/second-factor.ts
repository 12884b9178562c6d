import { queryClient } from '../../../api/query-client.ts'
import { renewToken } from '../../../api/token.ts'
import { sessionQuery } from '../../identity/session.ts'
import { askAccount } from '../ask-account.ts'

/** Begun, and on as soon as the app's first code is right. */
export interface SecondFactorBegun {
  /** What the app scans: `otpauth://totp/…`. */
  totpURI: string
  backupCodes: string[]
}

export function beginSecondFactor(password?: string): Promise<SecondFactorBegun> {
  return askAccount<SecondFactorBegun>('/two-factor/enable', proofOf(password))
}

/**
 * The session is another one, with a new token, and an admin may have rights that it had not. Where
 * this fails, the next call renews the token: backup codes, which are shown once, must not be lost.
 */
async function renewSession(): Promise<void> {
  await renewToken().catch(() => false)
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Turns the second factor on. */
export async function confirmSecondFactor(code: string): Promise<void> {
  await askAccount('/two-factor/verify-totp', { code })
  await renewSession()
}

/** Turns it off; the session changes too. */
export async function endSecondFactor(password?: string): Promise<void> {
  await askAccount('/two-factor/disable', proofOf(password))
  await renewSession()
}

/** Ten new ones; the old ones are worth nothing from now on. */
export async function makeBackupCodes(password?: string): Promise<string[]> {
  const { backupCodes } = await askAccount<{ backupCodes: string[] }>(
    '/two-factor/generate-backup-codes',
    proofOf(password),
  )
  return backupCodes
}

/** Who has no password has nothing to prove but that he signed in a moment ago. */
function proofOf(password: string | undefined) {
  return password === undefined ? {} : { password }
}
