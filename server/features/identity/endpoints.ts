import { URL_LENGTH } from '@freehub/contract/limits'
import { z } from 'zod'

/** An endpoint of Better Auth below /api/auth that the shop offers. */
export interface IdentityEndpoint {
  method: 'GET' | 'POST'
  path: string
  /** The schema of the JSON body. Undefined for endpoints without a body. */
  body?: z.ZodType
}

const TEXT_LENGTH = 1_000

/** A text that PostgreSQL can store, without zero bytes and lone surrogates. */
const text = (maximum = TEXT_LENGTH) =>
  z
    .string('This must be text.')
    .max(maximum, `At most ${maximum} characters.`)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Remove invalid characters.')

const url = text(URL_LENGTH)
const id = z.uuid('This is not a valid ID.').toLowerCase()
const provider = z.enum(['google', 'github'], 'Must be google or github.')
const rememberMe = z.boolean().optional()
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

const get = (path: string): IdentityEndpoint => ({ method: 'GET', path })

const post = (path: string, body: z.ZodRawShape): IdentityEndpoint => ({
  method: 'POST',
  path,
  body: z.strictObject(body),
})

/** Every endpoint of Better Auth that the shop offers. Some others return secrets or bypass the second factor. */
export const identityEndpoints: IdentityEndpoint[] = [
  get('/get-session'),
  post('/sign-out', {}),
  post('/sign-up/email', { name: text(), email: text(), password: text(), rememberMe }),
  post('/sign-in/email', { email: text(), password: text(), rememberMe }),
  post('/sign-in/social', providerSignIn),
  post('/link-social', providerSignIn),
  get('/oauth-popup/start'),
  get('/callback/:id'),
  get('/list-accounts'),
  post('/unlink-account', { accountId: id }),
  post('/request-password-reset', { email: text(), redirectTo: url.optional() }),
  get('/reset-password/:token'),
  post('/reset-password', { token: text(), newPassword: text() }),
  post('/change-password', {
    currentPassword: text(),
    newPassword: text(),
    revokeOtherSessions: z.boolean().optional(),
  }),
  post('/send-verification-email', { email: text(), callbackURL: url.optional() }),
  get('/email-link'),
  post('/follow-email-link', {
    token: text(URL_LENGTH),
    password: text().optional(),
    newPassword: text().optional(),
  }),
  post('/change-email', { newEmail: text(), callbackURL: url.optional() }),
  post('/update-user', {
    name: text().optional(),
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
  post('/passkey/verify-registration', { response: credential, name: text().optional() }),
  post('/passkey/verify-authentication', { response: credential }),
  post('/passkey/delete-passkey', { id }),
  post('/phone-number/send-otp', { phoneNumber: text() }),
  post('/phone-number/verify', {
    phoneNumber: text(),
    code: text(),
    updatePhoneNumber: z.boolean().optional(),
  }),
]
