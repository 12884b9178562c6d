import { renewToken } from '../../../api/access/renew-token.ts'
import { queryClient } from '../../../api/query-client.ts'
import { sessionQuery } from '../../identity/session.ts'
import { callAccountApi } from '../account-api.ts'

export interface SecondFactorSetup {
  /** Content of the QR code: `otpauth://totp/…`. */
  totpURI: string
  backupCodes: string[]
}

/** Starts the setup. A user without a password needs only a recent sign-in. */
export function startSecondFactorSetup(password?: string): Promise<SecondFactorSetup> {
  return callAccountApi<SecondFactorSetup>('/two-factor/enable', { password })
}

/**
 * Renews the token and refetches the session, because the change started a new session. Ignores errors: otherwise the
 * caller would not show the new backup codes. The next call renews the token again.
 */
async function renewSession(): Promise<void> {
  await renewToken().catch(() => false)
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Turns the second factor on with the first code of the authenticator app. Starts a new session. */
export async function confirmSecondFactorSetup(code: string): Promise<void> {
  await callAccountApi('/two-factor/verify-totp', { code })
  await renewSession()
}

/** Turns the second factor off. Starts a new session. */
export async function disableSecondFactor(password?: string): Promise<void> {
  await callAccountApi('/two-factor/disable', { password })
  await renewSession()
}

/** Returns ten new backup codes and invalidates the old ones. */
export async function createBackupCodes(password?: string): Promise<string[]> {
  const { backupCodes } = await callAccountApi<{ backupCodes: string[] }>(
    '/two-factor/generate-backup-codes',
    { password },
  )
  return backupCodes
}
