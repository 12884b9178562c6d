import type { GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { TWO_FACTOR_ERROR_CODES } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { findChallengedUser } from './challenge.ts'
import { countAttempt, resetAttempts } from './count-attempts.ts'
import { repairFactor } from './repair-factor.ts'
import { stepOfCode } from './totp.ts'

const BY_APP = '/two-factor/verify-totp'
const BY_BACKUP_CODE = '/two-factor/verify-backup-code'

const isCodeCheck = ({ path }: { path?: string }) => path === BY_APP || path === BY_BACKUP_CODE

/**
 * Runs before Better Auth checks a code. Normalizes the code, disables trusted devices, counts wrong
 * codes by account, and accepts each app code once.
 */
export function checkCode(db: Db, log: FastifyBaseLogger) {
  return {
    matcher: isCodeCheck,
    handler: createAuthMiddleware(async (ctx) => {
      const code = normalizeCode(ctx.body?.code)
      const isApp = ctx.path === BY_APP
      const session = await getSessionFromCtx(ctx)
      const userId = session ? session.user.id : await findChallengedUser(ctx)
      if (!userId) throw codeError('INVALID_TWO_FACTOR_COOKIE')
      await repairFactor(db, userId)
      const factor = await readFactor(db, userId)
      // With a session, a code can only turn the second factor on.
      if (session && (factor?.verified || !isApp)) throw codeError('TOTP_ALREADY_ENABLED')
      if (!session) refuseLocked(await countAttempt(db, userId))
      if (factor) {
        const key = await decryptSecret(ctx, factor.secret, log)
        if (isApp) await claimCode(db, userId, key, code)
      }
      return { context: { body: { code, trustDevice: false, disableSession: false } } }
    }),
  }
}

/** Ignores case, spaces and hyphens, so that users may type a code as they wrote it down. */
function normalizeCode(code: string): string {
  const bare = code.toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z\d]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare
}

function readFactor(db: Db, userId: string) {
  return db
    .selectFrom('two_factors')
    .select(['secret', 'verified'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

function refuseLocked(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds === undefined) return
  throw new APIError('TOO_MANY_REQUESTS', TWO_FACTOR_ERROR_CODES.ACCOUNT_TEMPORARILY_LOCKED, {
    'retry-after': String(retryAfterSeconds),
  })
}

/** Decrypts the app's secret. If this fails, the backup codes are unreadable, too. */
async function decryptSecret(
  { context }: GenericEndpointContext,
  secret: string,
  log: FastifyBaseLogger,
): Promise<string> {
  try {
    return await symmetricDecrypt({ key: context.secretConfig, data: secret })
  } catch {
    log.error('cannot read a second factor: it was encrypted with a different AUTH_SECRET')
    throw new APIError('FORBIDDEN', {
      code: 'SECOND_FACTOR_UNREADABLE',
      message: 'We cannot check your codes any more. Contact us to turn off two-step sign-in.',
    })
  }
}

async function claimCode(db: Db, userId: string, key: string, code: string): Promise<void> {
  const step = stepOfCode(Buffer.from(key), code, Date.now())
  if (step !== undefined && !(await claimStep(db, userId, step))) throw codeError('INVALID_CODE')
}

/** Marks the codes of this step and all before it as used. Returns false if they already are. */
async function claimStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function codeError(code: keyof typeof TWO_FACTOR_ERROR_CODES): APIError {
  const status = code === 'TOTP_ALREADY_ENABLED' ? 'BAD_REQUEST' : 'UNAUTHORIZED'
  return new APIError(status, TWO_FACTOR_ERROR_CODES[code])
}

/**
 * Runs after a correct code. Resets the attempts. If the code turned the second factor on, ends all
 * other sessions of the user, because none of them has passed it.
 */
export function acceptCode(db: Db) {
  return {
    matcher: isCodeCheck,
    handler: createAuthMiddleware(async ({ context: { newSession, session: before } }) => {
      if (!newSession) return
      await resetAttempts(db, newSession.user.id)
      if (!before) return
      await db
        .deleteFrom('sessions')
        .where('user_id', '=', newSession.user.id)
        .where('id', '!=', newSession.session.id)
        .execute()
    }),
  }
}
