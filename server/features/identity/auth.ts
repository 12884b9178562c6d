import { randomUUIDv7 } from 'node:crypto'
import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { isEmail } from '@freehub/contract/email'
import { PERSON_NAME_LENGTH } from '@freehub/contract/limits'
import { httpsUrl, requiredText } from '@freehub/contract/schema-fields'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import type { QueueText } from '../../platform/sms/queue-text.ts'
import { noteActors } from './actors.ts'
import { bans } from './bans/bans.ts'
import { isCommonPassword } from './common-passwords.ts'
import { FRESH_SIGN_IN_SECONDS, freshSignIn } from './fresh-sign-in.ts'
import { identityMails } from './mails/identity-mails.ts'
import { HASHED_LINKS } from './mails/link-kinds.ts'
import { passkeys } from './passkeys/passkeys.ts'
import { passwordHashing } from './password-hashing.ts'
import { passwordsInTurn } from './passwords-in-turn.ts'
import { phoneSignIn } from './phone/phone-sign-in.ts'
import { github } from './providers/github.ts'
import { google } from './providers/google.ts'
import { popups } from './providers/popup.ts'
import { unlinking } from './providers/unlink-account.ts'
import { secondFactor } from './second-factor/second-factor.ts'

export type Auth = ReturnType<typeof makeAuth>

/** The header in which our own server tells the identity provider who is asking. Overwritten always. */
export const ADDRESS_HEADER = 'x-freehub-address'

/** The name of the session's cookie. */
export function sessionCookieName(config: Pick<Config, 'publicUrl' | 'port'>): string {
  return isOverTls(config) ? '__Host-freehub-session' : `freehub-session-${config.port}`
}

function isOverTls({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

interface Around {
  db: Db
  config: Config
  log: FastifyBaseLogger
  queueMail: QueueMail
  /** Absent where nothing sends texts. */
  queueText: QueueText | undefined
}

/** The authentication provider of the specification: Better Auth, under /api/auth, on our tables. */
export function makeAuth({ db, config, log, queueMail, queueText }: Around) {
  const mails = identityMails({ db, queueMail })
  return betterAuth({
    appName: 'Freehub',
    basePath: '/api/auth',
    ...(config.publicUrl && { baseURL: config.publicUrl }),
    secret: config.authSecret,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MINIMUM_PASSWORD_LENGTH,
      maxPasswordLength: MAXIMUM_PASSWORD_LENGTH,
      password: passwordsInTurn(config.limits.passwords, passwordHashing(config.passwordHashing)),
      ...mails.passwords,
    },
    emailVerification: mails.confirmation,
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      changeEmail: { enabled: true },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      cookieCache: { enabled: false },
      freshAge: FRESH_SIGN_IN_SECONDS,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: HASHED_LINKS,
    },
    // The shop's own, by address and by account: limits/request-limits.ts.
    rateLimit: { enabled: false },
    plugins: [
      freshSignIn(),
      secondFactor(db, log),
      passkeys(db, config),
      genericOAuth({
        config: [
          ...(config.google ? [google(config.google, log)] : []),
          ...(config.github ? [github(config.github, log)] : []),
        ],
      }),
      ...popups(),
      unlinking(db, queueMail),
      ...mails.plugins,
      phoneSignIn(db, queueText),
      bans(db),
      noteActors(),
    ],
    databaseHooks: {
      account: {
        create: { before: dropProviderTokens, after: mails.onLinked },
        update: { before: dropProviderTokens },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        refuseOddInput(body ?? {})
        refuseCommonPassword(path === '/sign-up/email' ? body?.password : body?.newPassword)
      }),
    },
    advanced: {
      database: { generateId: () => randomUUIDv7() },
      useSecureCookies: false,
      // Said outright, for the library looks away where it believes itself in a test.
      disableOriginCheck: false,
      ...cookiesOf(config),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // The shop's error handler answers and logs what is no refusal.
    onAPIError: { errorURL: '/login', throw: true },
    logger: {
      level: 'error',
      // Clients can cause these lines, and failures are logged by the error handler.
      log: (_level, message, ...causes) => {
        const err = causes.find((cause) => cause instanceof Error)
        log.info({ from: 'Better Auth', ...(err && { err }) }, message)
      },
    },
  })
}

/**
 * The cookies that the provider has, and those it may come to have: bound to the host under TLS,
 * to the port without.
 */
function cookiesOf(config: Pick<Config, 'publicUrl' | 'port'>) {
  const overTls = isOverTls(config)
  return {
    cookiePrefix: overTls ? '__Host-freehub' : `freehub-${config.port}`,
    defaultCookieAttributes: { secure: overTls },
    cookies: { session_token: { name: sessionCookieName(config) } },
  }
}

/** The shop asks a provider who somebody is, once, and does nothing in his name afterwards. */
async function dropProviderTokens(account: object) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/** The rules of the contract, for what people say of themselves: the provider's own are laxer. */
function refuseOddInput({ email, name, image }: Record<string, unknown>) {
  if (email !== undefined && !(typeof email === 'string' && isEmail(email))) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Provide a valid email' })
  }
  if (name !== undefined && !personName.safeParse(name).success) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: 'User Name required' })
  }
  if (image != null && !httpsUrl.safeParse(image).success) {
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_IMAGE',
      message: 'Give an address that begins with https://',
    })
  }
}

/** Only where a password is set: whoever signs in is told no more than that it was wrong. */
function refuseCommonPassword(password: unknown) {
  if (typeof password === 'string' && isCommonPassword(password)) {
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_TOO_COMMON',
      message: 'This password is one of the commonest. Choose another.',
    })
  }
}

/** One line that people can read. */
const personName = requiredText(PERSON_NAME_LENGTH, 'User Name required').regex(/^[^\r\n\t]*$/)
