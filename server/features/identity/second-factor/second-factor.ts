import type { BetterAuthPlugin } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { makeBackupCodes } from './backup-codes.ts'
import { checkCode, welcome } from './check-code.ts'
import { demandSecondFactor } from './demand-second-factor.ts'
import { requireConfirmedEmail } from './require-confirmed-email.ts'

/**
 * The second factor: an authenticator app, and ten backup codes. The identity provider's plugin
 * makes the secrets and looks at the codes. What it leaves open is the shop's: every way in is
 * covered, a code counts once, tries are counted under bursts too. It must stand before the plugins
 * that read from an answer who is signed in.
 */
export function secondFactor(db: Db, log: FastifyBaseLogger): BetterAuthPlugin {
  const library = twoFactor({
    allowPasswordless: true,
    accountLockout: { enabled: false },
    backupCodeOptions: { customBackupCodesGenerate: makeBackupCodes },
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
      after: [demandSecondFactor(db), welcome(db)],
    },
    rateLimit: [],
  }
}
