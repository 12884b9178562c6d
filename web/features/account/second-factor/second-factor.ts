import { queryClient } from '../../../api/query-client.ts'
import { renewToken } from '../../../api/token.ts'
import { sessionQuery } from '../../identity/session.ts'
import { callAccountApi } from '../account-api.ts'

export interface SecondFactorSetup {
  /** Content of the QR code: `otpauth://totp/…`. */
  totpURI: string
  backupCodes: string[]
}

/** Users without a password need no proof but a recent sign-in. */
export function startSecondFactorSetup(password?: string): Promise<SecondFactorSetup> {
  return callAccountApi<SecondFactorSetup>('/two-factor/enable', { password })
}

/**
 * Renews the token and refetches the session, since the change started a new session. Ignores
 * errors: the next call renews the token, and the caller's backup codes must not be lost.
 */
async function renewSession(): Promise<void> {
  await renewToken().catch(() => false)
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Turns the second factor on with the app's first code. The session changes. */
export async function confirmSecondFactorSetup(code: string): Promise<void> {
  await callAccountApi('/two-factor/verify-totp', { code })
  await renewSession()
}

/** Turns the second factor off. The session changes. */
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
