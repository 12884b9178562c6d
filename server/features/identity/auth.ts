import { randomUUIDv7 } from 'node:crypto'
import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { isEmail } from '@freehub/contract/email'
import { HTTPS_URL_MESSAGE } from '@freehub/contract/https-url'
import { PERSON_NAME_LENGTH } from '@freehub/contract/limits'
import { pages } from '@freehub/contract/pages'
import { httpsUrl, requiredName } from '@freehub/contract/schema-fields'
import { dictionary } from '@zxcvbn-ts/language-common'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import type { QueueSms } from '../../platform/sms/queue-sms.ts'
import { completeResponses } from './complete-responses.ts'
import { FRESH_SIGN_IN_SECONDS, freshSignIn } from './fresh-sign-in.ts'
import { limitedPasswordHashing, passwordHashing } from './limited-password-hashing.ts'
import { identityMails } from './mails/queue-identity-mails.ts'
import { LINK_STORAGE } from './mails/read-email-link.ts'
import { passkeys } from './passkeys/passkey-plugin.ts'
import { phoneSignIn } from './phone/phone-sign-in.ts'
import { github } from './providers/github.ts'
import { google } from './providers/google.ts'
import { popupSignIn } from './providers/popup.ts'
import { accountUnlinking, refuseUnlinkedProviders } from './providers/unlink-account.ts'
import { refuseBannedSessions } from './refuse-banned-sessions.ts'
import { secondFactor } from './second-factor/second-factor.ts'

export type Auth = ReturnType<typeof createAuth>

/** The header that passes the client's IP address to Better Auth. The server always overwrites it. */
export const IP_ADDRESS_HEADER = 'x-freehub-ip-address'

export function sessionCookieName(config: Pick<Config, 'publicUrl' | 'port'>): string {
  return isOverTls(config) ? '__Host-freehub-session' : `freehub-session-${config.port}`
}

function isOverTls({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

interface Dependencies {
  db: Db
  config: Config
  log: FastifyBaseLogger
  queueMail: QueueMail
  /** Undefined if the shop has no SMS provider. */
  queueSms: QueueSms | undefined
}

/** Creates Better Auth, which authenticates users under /api/auth, on the shop's tables. */
export function createAuth({ db, config, log, queueMail, queueSms }: Dependencies) {
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
      password: limitedPasswordHashing(
        config.limits.passwords,
        passwordHashing(config.passwordHashing),
      ),
      ...mails.passwords,
    },
    emailVerification: mails.confirmation,
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...timestamps },
      changeEmail: { enabled: true },
      validateUserInfo: refuseUnlinkedProviders(db),
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timestamps,
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
        ...timestamps,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...timestamps },
      storeIdentifier: LINK_STORAGE,
    },
    // The shop has its own limits by IP address and by account (limits/request-limits.ts).
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
      popupSignIn(),
      accountUnlinking(db, queueMail),
      ...mails.plugins,
      phoneSignIn(db, queueSms),
      refuseBannedSessions(db),
      completeResponses(),
    ],
    databaseHooks: {
      account: {
        create: { before: removeProviderTokens, after: mails.onLinked },
        update: { before: removeProviderTokens },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        refuseInvalidProfile(body ?? {})
        refuseCommonPassword(path === '/sign-up/email' ? body?.password : body?.newPassword)
      }),
    },
    advanced: {
      database: { generateId: () => randomUUIDv7() },
      useSecureCookies: false,
      // Set explicitly, because Better Auth skips the check when it detects a test.
      disableOriginCheck: false,
      ...cookieOptions(config),
      ipAddress: { ipAddressHeaders: [IP_ADDRESS_HEADER] },
    },
    // The shop's error handler responds to failures and logs them.
    onAPIError: { errorURL: pages.login, throw: true },
    logger: {
      level: 'error',
      // These lines have the level `info`, because clients can cause them. The error handler logs failures.
      log: (_level, message, ...causes) => {
        const err = causes.find((cause) => cause instanceof Error)
        log.info({ from: 'Better Auth', ...(err && { err }) }, message)
      },
    },
  })
}

/** Adds `__Host-` to cookie names under TLS, else the port, because the ports of a host share cookies. */
function cookieOptions(config: Pick<Config, 'publicUrl' | 'port'>) {
  const isSecure = isOverTls(config)
  return {
    cookiePrefix: isSecure ? '__Host-freehub' : `freehub-${config.port}`,
    defaultCookieAttributes: { secure: isSecure },
    cookies: { session_token: { name: sessionCookieName(config) } },
  }
}

/** Removes the tokens of Google or GitHub, because the shop reads the profile once and needs no further access. */
async function removeProviderTokens(account: object) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/** Refuses profile fields that break the contract's rules. Better Auth's own rules are less strict. */
function refuseInvalidProfile({ email, newEmail, name, image }: Record<string, unknown>) {
  const emails = [email, newEmail].filter((value) => value !== undefined)
  if (!emails.every((value) => typeof value === 'string' && isEmail(value))) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Provide a valid email' })
  }
  const nameError = name === undefined ? undefined : personName.safeParse(name).error
  if (nameError) {
    const message = nameError.issues[0]?.message ?? ''
    throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message })
  }
  if (image != null && !httpsUrl.safeParse(image).success) {
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_IMAGE',
      message: HTTPS_URL_MESSAGE,
    })
  }
}

/** Refuses a common password where a user sets one. Not called at sign-in, which refuses all wrong passwords alike. */
function refuseCommonPassword(password: unknown) {
  if (typeof password === 'string' && isCommonPassword(password)) {
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_TOO_COMMON',
      message: 'This password is too common. Choose another.',
    })
  }
}

const personName = requiredName(PERSON_NAME_LENGTH, 'User Name required').regex(
  /^[^\r\n\t]*$/,
  'Write the name on one line.',
)

const COMMON_PASSWORD_COUNT = 3_000

/** The most common passwords of a permitted length. The list of zxcvbn is ordered by frequency in leaks. */
const commonPasswords = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= MINIMUM_PASSWORD_LENGTH)
    .slice(0, COMMON_PASSWORD_COUNT),
)

/** True if attackers are likely to try this password. Ignores case. */
function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
