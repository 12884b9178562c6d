import type { BetterAuthPlugin } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { generateBackupCodes } from './backup-codes.ts'
import { acceptCode, checkCode } from './check-code.ts'
import { requireConfirmedEmail } from './require-confirmed-email.ts'
import { requireSecondFactor } from './require-second-factor.ts'

/**
 * The second factor: an authenticator app and ten backup codes. Better Auth's plugin creates the
 * secrets and checks the codes. The hooks add what it lacks: they cover every sign-in method, accept
 * a code once, and count concurrent attempts. Must precede the plugins that read the new session.
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
      before: [requireConfirmedEmail(db), checkCode(db, log)],
      after: [requireSecondFactor(db), acceptCode(db)],
    },
    rateLimit: [],
  }
}
