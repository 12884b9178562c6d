import { randomInt } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { acceptCode, checkCode, prepareFactorChange } from './check-code.ts'
import { requireSecondFactor } from './require-second-factor.ts'

/**
 * The second factor: an authenticator app and ten backup codes. The hooks apply to every sign-in method, accept each
 * code once, and limit attempts, also concurrent ones. The plugin must precede the plugins that read the new session.
 */
export function secondFactor(db: Db, log: FastifyBaseLogger): BetterAuthPlugin {
  const library = twoFactor({
    allowPasswordless: true,
    accountLockout: { enabled: false },
    backupCodeOptions: { customBackupCodesGenerate: generateBackupCodes },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
  return {
    ...library,
    hooks: {
      before: [prepareFactorChange(db), checkCode(db, log)],
      after: [requireSecondFactor(db), acceptCode(db)],
    },
    // The shop counts attempts itself (decision 17).
    rateLimit: [],
  }
}

const CODE_COUNT = 10
/** Letters and digits without those that look alike on paper: i, l and 1, o and 0, u and v. */
const CHARACTERS = 'abcdefghjkmnpqrstwxyz23456789'

/** Generates ten single-use codes with 48 bits of entropy, such as `h7kmq-x2r9d`. */
function generateBackupCodes(): string[] {
  return Array.from(
    { length: CODE_COUNT },
    () => `${generateBackupCodeHalf()}-${generateBackupCodeHalf()}`,
  )
}

function generateBackupCodeHalf(): string {
  return Array.from({ length: 5 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}
