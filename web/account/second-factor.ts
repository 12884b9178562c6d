import { renewToken } from '../identity/token.ts'
import { askAccount } from './ask-account.ts'

/** Begun, and on as soon as the app's first code is right. */
export interface SecondFactorBegun {
  /** What the app scans: `otpauth://totp/…`. */
  totpURI: string
  backupCodes: string[]
}

export function beginSecondFactor(password?: string): Promise<SecondFactorBegun> {
  return askAccount<SecondFactorBegun>('/two-factor/enable', proofOf(password))
}

/** Where it fails, the next call does it: what is shown but once must not be lost for that. */
const renewSoon = () => renewToken().catch(() => false)

/** Turns it on. The session is another one then, and needs a new token. */
export async function confirmSecondFactor(code: string): Promise<void> {
  await askAccount('/two-factor/verify-totp', { code })
  await renewSoon()
}

/** Turns it off; the session changes as above. */
export async function endSecondFactor(password?: string): Promise<void> {
  await askAccount('/two-factor/disable', proofOf(password))
  await renewSoon()
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
