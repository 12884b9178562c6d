import type { GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { TWO_FACTOR_ERROR_CODES } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { currentRequestFacts } from '../request-facts.ts'
import { findChallengedUser } from './require-second-factor.ts'
import { stepOfCode } from './totp.ts'

const APP_CODE_PATH = '/two-factor/verify-totp'
const BACKUP_CODE_PATH = '/two-factor/verify-backup-code'

const isCodeCheck = ({ path }: { path?: string }) =>
  path === APP_CODE_PATH || path === BACKUP_CODE_PATH

/**
 * Runs before Better Auth compares a code. Normalizes the code, disables trusted devices, limits the attempts of an
 * account, and accepts each app code once.
 */
export function checkCode(db: Db, log: FastifyBaseLogger) {
  return {
    matcher: isCodeCheck,
    handler: createAuthMiddleware(async (ctx) => {
      const code = normalizeCode(ctx.body?.code)
      const isApp = ctx.path === APP_CODE_PATH
      const session = await getSessionFromCtx(ctx)
      if (session) currentRequestFacts().event = 'second_factor_enable'
      const userId = session ? session.user.id : await findChallengedUser(ctx)
      if (!userId) throw codeError('INVALID_TWO_FACTOR_COOKIE')
      await repairFactor(db, userId)
      const factor = await readFactor(db, userId)
      // A user with a session can use a code only to turn the second factor on.
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

/**
 * Returns a code in the form that Better Auth compares: six digits, or a backup code such as `h7kmq-x2r9d`. Accepts
 * upper case, and spaces and hyphens at any position.
 */
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

/**
 * Decrypts the authenticator app's secret. Throws if AUTH_SECRET has changed. The user cannot use a backup code
 * instead, because those are unreadable too.
 */
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

/** Refuses an app code that was already used. Leaves a wrong code to Better Auth, which compares it next. */
async function claimCode(db: Db, userId: string, key: string, code: string): Promise<void> {
  const step = stepOfCode(Buffer.from(key), code, Date.now())
  if (step !== undefined && !(await claimStep(db, userId, step))) throw codeError('INVALID_CODE')
}

/** Claims a time step and all earlier ones. Returns false if the step was already claimed. */
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

/** Resets the attempts after a correct code. If the code turned the second factor on, ends all other sessions. */
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

/** Maximum number of wrong codes in a row. Then all codes are refused for `LOCK_SECONDS`. */
const MAX_ATTEMPTS = 10
const LOCK_SECONDS = 15 * 60

/** Counts an attempt before its check. For a locked account, returns the seconds until a retry. */
async function countAttempt(db: Db, userId: string): Promise<number | undefined> {
  const counted = await sql`
    update two_factors set
      failed_verification_count =
        case when locked_until is null then failed_verification_count + 1 else 1 end,
      locked_until =
        case when locked_until is null and failed_verification_count + 1 >= ${MAX_ATTEMPTS}
          then now() + make_interval(secs => ${LOCK_SECONDS}) end
    where user_id = ${userId} and (locked_until is null or locked_until <= now())`.execute(db)
  if (counted.numAffectedRows) return undefined
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from locked_until - now()))::int as seconds
    from two_factors where user_id = ${userId}`.execute(db)
  return rows[0] && Math.max(1, rows[0].seconds)
}

async function resetAttempts(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('two_factors')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Sets the factor's `verified` to the user's `two_factor_enabled`. They differ after an interrupted change, because
 * Better Auth writes them in two statements.
 */
async function repairFactor(db: Db, userId: string): Promise<void> {
  await sql`update two_factors f set verified = u.two_factor_enabled from users u
    where u.id = f.user_id and f.user_id = ${userId} and f.verified != u.two_factor_enabled`.execute(
    db,
  )
}

/**
 * Runs before changes of the second factor, and repairs interrupted ones. Requires a confirmed email to turn the second
 * factor on, because the owner of an unconfirmed email may still reclaim the account.
 */
export function prepareFactorChange(db: Db) {
  return {
    matcher: ({ path }: { path?: string }) =>
      path?.startsWith('/two-factor/') === true && !isCodeCheck({ path }),
    handler: createAuthMiddleware(async (ctx) => {
      const current = await getSessionFromCtx(ctx)
      if (!current) return
      await repairFactor(db, current.user.id)
      if (ctx.path === '/two-factor/enable' && !current.user.emailVerified)
        throw notConfirmedError()
      // Better Auth would turn it off again, and start a new session.
      if (ctx.path === '/two-factor/disable' && !current.user.twoFactorEnabled)
        throw APIError.from('BAD_REQUEST', TWO_FACTOR_ERROR_CODES.TWO_FACTOR_NOT_ENABLED)
    }),
  }
}

function notConfirmedError() {
  return new APIError('FORBIDDEN', {
    code: 'EMAIL_NOT_CONFIRMED',
    message: 'Confirm your email first.',
  })
}
