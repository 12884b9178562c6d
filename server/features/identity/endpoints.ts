import { URL_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { z } from 'zod'
import type { AccountChange } from '../../platform/mail/queue-mail.ts'

/** An endpoint of Better Auth below /api/auth that the shop offers. */
export interface IdentityEndpoint extends Effects {
  method: 'GET' | 'POST'
  path: string
  /** The schema of the JSON body. Undefined for endpoints without a body. */
  body?: z.ZodType
}

interface Effects {
  /** The security event in the log line. */
  event?: string
  signInMethod?: string
  /** The group of requests whose number is limited per network. The default is `other`. */
  limit?: 'sign-in' | 'message' | 'other' | 'none'
  /** The proof for a change of a sign-in method. `password`: the password, or a fresh sign-in of a user without one. */
  proof?: 'fresh' | 'password'
  /** True if the body changes a sign-in method. Without this function, every body does. */
  isChange?: (body: Record<string, unknown>) => boolean
  /** The change of a sign-in method that a mail reports to the user. */
  notice?: AccountChange
}

const TEXT_LENGTH = 1_000

/** A text that PostgreSQL can store, without zero bytes and lone surrogates. */
const text = (maximum = TEXT_LENGTH) =>
  z
    .string()
    .max(maximum, `At most ${formatCount(maximum)} characters.`)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Remove invalid characters.')

const url = text(URL_LENGTH)
const id = z.uuid('This is not a valid ID.').toLowerCase()
const provider = z.enum(['google', 'github'], 'Must be google or github.')
const credentials = { email: text(), password: text(), rememberMe: z.boolean().optional() }
/** The password as proof. Users without a password need a recent sign-in instead. */
const passwordProof = { password: text().optional() }
const codeBody = { code: text() }

/** A browser's response to a WebAuthn challenge. @simplewebauthn verifies the values. */
const credential = z.strictObject({
  id: text(),
  rawId: text(),
  type: z.literal('public-key'),
  authenticatorAttachment: text().nullish(),
  clientExtensionResults: z.record(text(), z.unknown()),
  response: z.strictObject({
    clientDataJSON: text(20_000),
    attestationObject: text(20_000).optional(),
    authenticatorData: text(20_000).optional(),
    publicKey: text(20_000).optional(),
    publicKeyAlgorithm: z.number().optional(),
    signature: text(20_000).optional(),
    transports: z.array(text()).max(20).optional(),
    userHandle: text().nullish(),
  }),
})

const providerSignIn = {
  provider,
  callbackURL: url.optional(),
  errorCallbackURL: url.optional(),
  disableRedirect: z.boolean().optional(),
}

const get = (path: string, effects?: Effects): IdentityEndpoint => ({
  method: 'GET',
  path,
  ...effects,
})

const post = (path: string, body: z.ZodRawShape, effects?: Effects): IdentityEndpoint => ({
  method: 'POST',
  path,
  body: z.strictObject(body),
  ...effects,
})

const signIn = (signInMethod: string): Effects => ({
  event: 'sign_in',
  signInMethod,
  limit: 'sign-in',
})

/**
 * The endpoints of Better Auth that the shop offers. Some of the others return secrets or bypass the second factor. A
 * change of a sign-in method in a session has a `proof`, except `verify-totp`: only the caller of `enable` can compute
 * its codes.
 */
export const identityEndpoints: IdentityEndpoint[] = [
  get('/get-session', { limit: 'none' }),
  post('/sign-out', {}, { event: 'sign_out' }),
  post('/sign-up/email', { name: text(), ...credentials }, signIn('sign_up')),
  post('/sign-in/email', credentials, signIn('password')),
  post('/sign-in/social', providerSignIn, { limit: 'sign-in' }),
  post('/link-social', providerSignIn, { proof: 'fresh' }),
  get('/oauth-popup/start'),
  ...provider.options.map((id) => get(`/callback/${id}`, { ...signIn(id), limit: 'other' })),
  get('/list-accounts'),
  post('/unlink-account', { accountId: id }, { event: 'provider_unlink', proof: 'fresh' }),
  post(
    '/request-password-reset',
    { email: text(), redirectTo: url.optional() },
    { event: 'password_reset_request', limit: 'message' },
  ),
  get('/reset-password/:token'),
  post('/reset-password', { token: text(), newPassword: text() }, { event: 'password_reset' }),
  post(
    '/change-password',
    {
      currentPassword: text(),
      newPassword: text(),
      revokeOtherSessions: z.boolean().optional(),
    },
    { event: 'password_change', proof: 'password', notice: 'password-changed' },
  ),
  post(
    '/send-verification-email',
    { email: text(), callbackURL: url.optional() },
    { limit: 'message' },
  ),
  get('/email-link'),
  post(
    '/follow-email-link',
    { token: text(URL_LENGTH), password: text().optional(), newPassword: text().optional() },
    { event: 'email_confirmation', limit: 'sign-in' },
  ),
  post(
    '/change-email',
    { newEmail: text(), callbackURL: url.optional() },
    { event: 'email_change', limit: 'message', proof: 'fresh' },
  ),
  post(
    '/update-user',
    {
      name: text().optional(),
      image: url.nullish(),
      phoneNumber: z.null('To add a number, verify the code that is sent to it.').optional(),
    },
    { proof: 'fresh', isChange: (body) => 'phoneNumber' in body, notice: 'phone-removed' },
  ),
  post('/two-factor/enable', passwordProof, { event: 'second_factor_enable', proof: 'password' }),
  post('/two-factor/disable', passwordProof, {
    event: 'second_factor_disable',
    proof: 'password',
    notice: 'second-factor-off',
  }),
  post('/two-factor/generate-backup-codes', passwordProof, {
    event: 'backup_codes',
    proof: 'password',
    notice: 'backup-codes-made',
  }),
  post('/two-factor/verify-totp', codeBody, {
    ...signIn('second_factor'),
    notice: 'second-factor-on',
  }),
  post('/two-factor/verify-backup-code', codeBody, signIn('second_factor')),
  get('/passkey/generate-register-options', { proof: 'fresh' }),
  get('/passkey/generate-authenticate-options'),
  post(
    '/passkey/verify-registration',
    { response: credential, name: text().optional() },
    { event: 'passkey_add', limit: 'sign-in', proof: 'fresh', notice: 'passkey-added' },
  ),
  post('/passkey/verify-authentication', { response: credential }, signIn('passkey')),
  post(
    '/passkey/delete-passkey',
    { id },
    { event: 'passkey_delete', proof: 'fresh', notice: 'passkey-removed' },
  ),
  post('/phone-number/send-otp', { phoneNumber: text() }, { limit: 'message', proof: 'fresh' }),
  post(
    '/phone-number/verify',
    { phoneNumber: text(), code: text(), updatePhoneNumber: z.boolean().optional() },
    {
      ...signIn('phone'),
      proof: 'fresh',
      isChange: (body) => body.updatePhoneNumber === true,
      notice: 'phone-added',
    },
  ),
]

const byPath = new Map(identityEndpoints.map((endpoint) => [endpoint.path, endpoint]))

/** Returns the endpoint with a path below /api/auth, if the shop offers it. */
export const findEndpoint = (path = '') => byPath.get(path)
