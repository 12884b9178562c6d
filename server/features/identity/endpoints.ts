import { URL_LENGTH } from '@freehub/contract/limits'
import { z } from 'zod'

/** An endpoint of Better Auth below /api/auth that the shop offers. */
export interface IdentityEndpoint {
  method: 'GET' | 'POST'
  path: string
  /** The schema of the JSON body. Undefined for endpoints without a body. */
  body?: z.ZodType
}

const LINE_LENGTH = 1_000

/** A text that PostgreSQL can store, without zero bytes and lone surrogates. */
const line = (maximum = LINE_LENGTH) =>
  z
    .string('This must be text.')
    .max(maximum, `At most ${maximum} characters.`)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Remove invalid characters.')

const url = line(URL_LENGTH)
const id = z.uuid('This is not a valid ID.').toLowerCase()
const provider = z.enum(['google', 'github'], 'Must be google or github.')
const rememberMe = z.boolean().optional()
/** The password as proof. Users without a password need a recent sign-in instead. */
const passwordProof = { password: line().optional() }
const codeBody = { code: line() }

/** A browser's response to a WebAuthn challenge. @simplewebauthn verifies the values. */
const credential = z.strictObject({
  id: line(),
  rawId: line(),
  type: z.literal('public-key'),
  authenticatorAttachment: line().nullish(),
  clientExtensionResults: z.record(line(), z.unknown()),
  response: z.strictObject({
    clientDataJSON: line(20_000),
    attestationObject: line(20_000).optional(),
    authenticatorData: line(20_000).optional(),
    publicKey: line(20_000).optional(),
    publicKeyAlgorithm: z.number().optional(),
    signature: line(20_000).optional(),
    transports: z.array(line()).max(20).optional(),
    userHandle: line().nullish(),
  }),
})

const providerSignIn = {
  provider,
  callbackURL: url.optional(),
  errorCallbackURL: url.optional(),
  disableRedirect: z.boolean().optional(),
}

const get = (path: string): IdentityEndpoint => ({ method: 'GET', path })

const post = (path: string, body: z.ZodRawShape): IdentityEndpoint => ({
  method: 'POST',
  path,
  body: z.strictObject(body),
})

/** Every endpoint of Better Auth that the shop offers. Other endpoints return secrets or bypass the second factor. */
export const identityEndpoints: IdentityEndpoint[] = [
  get('/get-session'),
  post('/sign-out', {}),
  post('/sign-up/email', { name: line(), email: line(), password: line(), rememberMe }),
  post('/sign-in/email', { email: line(), password: line(), rememberMe }),
  post('/sign-in/social', providerSignIn),
  post('/link-social', providerSignIn),
  get('/oauth-popup/start'),
  get('/callback/:id'),
  get('/list-accounts'),
  post('/unlink-account', { accountId: id }),
  post('/request-password-reset', { email: line(), redirectTo: url.optional() }),
  get('/reset-password/:token'),
  post('/reset-password', { token: line(), newPassword: line() }),
  post('/change-password', {
    currentPassword: line(),
    newPassword: line(),
    revokeOtherSessions: z.boolean().optional(),
  }),
  post('/send-verification-email', { email: line(), callbackURL: url.optional() }),
  get('/email-link'),
  post('/follow-email-link', {
    token: line(URL_LENGTH),
    password: line().optional(),
    newPassword: line().optional(),
  }),
  post('/change-email', { newEmail: line(), callbackURL: url.optional() }),
  post('/update-user', {
    name: line().optional(),
    image: url.nullish(),
    phoneNumber: z.null('To add a number, verify the code that is sent to it.').optional(),
  }),
  post('/two-factor/enable', passwordProof),
  post('/two-factor/disable', passwordProof),
  post('/two-factor/generate-backup-codes', passwordProof),
  post('/two-factor/verify-totp', codeBody),
  post('/two-factor/verify-backup-code', codeBody),
  get('/passkey/generate-register-options'),
  get('/passkey/generate-authenticate-options'),
  post('/passkey/verify-registration', { response: credential, name: line().optional() }),
  post('/passkey/verify-authentication', { response: credential }),
  post('/passkey/delete-passkey', { id }),
  post('/phone-number/send-otp', { phoneNumber: line() }),
  post('/phone-number/verify', {
    phoneNumber: line(),
    code: line(),
    updatePhoneNumber: z.boolean().optional(),
  }),
]
