import type { GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { TWO_FACTOR_ERROR_CODES } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { challengedUser } from './challenge.ts'
import { claimStep } from './claim-step.ts'
import { giveTriesBack, takeTry } from './count-tries.ts'
import { mendFactor } from './mend-factor.ts'
import { stepOfCode } from './totp.ts'

const BY_APP = '/two-factor/verify-totp'
const BY_BACKUP_CODE = '/two-factor/verify-backup-code'

const looksAtACode = ({ path }: { path?: string }) => path === BY_APP || path === BY_BACKUP_CODE

/**
 * Before the library looks at a code: spaces and capitals do not matter, there is no trusting of
 * devices, wrong ones are counted by account, and an app's code counts once.
 */
export function checkCode(db: Db, log: FastifyBaseLogger) {
  return {
    matcher: looksAtACode,
    handler: createAuthMiddleware(async (ctx) => {
      const code = plain(ctx.body?.code)
      const isApp = ctx.path === BY_APP
      const session = await getSessionFromCtx(ctx)
      const userId = session ? session.user.id : await challengedUser(ctx)
      if (!userId) throw refusal('INVALID_TWO_FACTOR_COOKIE')
      await mendFactor(db, userId)
      const factor = await factorOf(db, userId)
      // Who is in gives a code to turn the second factor on, and for nothing else.
      if (session && (factor?.verified || !isApp)) throw refusal('TOTP_ALREADY_ENABLED')
      if (!session) refuseResting(await takeTry(db, userId))
      if (factor) {
        const key = await openSecret(ctx, factor.secret, log)
        if (isApp) await claim(db, userId, key, code)
      }
      return { context: { body: { code, trustDevice: false, disableSession: false } } }
    }),
  }
}

/** Removes spaces and capitals, with which people write codes down. */
function plain(code: string): string {
  const bare = code.toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z\d]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare
}

function factorOf(db: Db, userId: string) {
  return db
    .selectFrom('two_factors')
    .select(['secret', 'verified'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

function refuseResting(rest: number | undefined): void {
  if (rest === undefined) return
  throw new APIError('TOO_MANY_REQUESTS', TWO_FACTOR_ERROR_CODES.ACCOUNT_TEMPORARILY_LOCKED, {
    'retry-after': String(rest),
  })
}

/** Backup codes are encrypted as the app's secret is: where that cannot be read, they cannot either. */
async function openSecret(
  { context }: GenericEndpointContext,
  secret: string,
  log: FastifyBaseLogger,
): Promise<string> {
  try {
    return await symmetricDecrypt({ key: context.secretConfig, data: secret })
  } catch {
    log.error('A second factor was set up under another AUTH_SECRET and cannot be read.')
    throw new APIError('FORBIDDEN', {
      code: 'SECOND_FACTOR_UNREADABLE',
      message: 'Your second factor has to be set up anew. Contact us.',
    })
  }
}

async function claim(db: Db, userId: string, key: string, code: string): Promise<void> {
  const step = stepOfCode(Buffer.from(key), code, Date.now())
  if (step !== undefined && !(await claimStep(db, userId, step))) throw refusal('INVALID_CODE')
}

function refusal(code: keyof typeof TWO_FACTOR_ERROR_CODES): APIError {
  const status = code === 'TOTP_ALREADY_ENABLED' ? 'BAD_REQUEST' : 'UNAUTHORIZED'
  return new APIError(status, TWO_FACTOR_ERROR_CODES[code])
}

/**
 * After a right code: the tries begin anew. Where it turned the second factor on, every other
 * session of this person ends, for none of them has passed it.
 */
export function welcome(db: Db) {
  return {
    matcher: looksAtACode,
    handler: createAuthMiddleware(async ({ context: { newSession, session: before } }) => {
      if (!newSession) return
      await giveTriesBack(db, newSession.user.id)
      if (!before) return
      await db
        .deleteFrom('sessions')
        .where('user_id', '=', newSession.user.id)
        .where('id', '!=', newSession.session.id)
        .execute()
    }),
  }
}
