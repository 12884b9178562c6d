import { URL_LENGTH } from '@freehub/contract/limits'
import { z } from 'zod'

/** An endpoint of Better Auth below /api/auth that the shop offers. */
export interface IdentityEndpoint {
  method: 'GET' | 'POST'
  path: string
  /** The schema of the JSON body. Absent for endpoints without a body. */
  body?: z.ZodType
}

const LINE_LENGTH = 1_000

/** Text that PostgreSQL can store: no zero byte, no lone surrogate. */
const line = (maximum = LINE_LENGTH) =>
  z
    .string('This must be text.')
    .max(maximum, `At most ${maximum} characters.`)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Remove invalid characters.')

const address = line(URL_LENGTH)
const id = z.uuid('This is not a valid ID.').toLowerCase()
const provider = z.enum(['google', 'github'], 'Must be google or github.')
const emptyBody = z.strictObject({})
const rememberMe = z.boolean().optional()
/** Users without a password need a recent sign-in instead. */
const passwordProof = z.strictObject({ password: line().optional() })
const codeBody = z.strictObject({ code: line() })

/** A browser's response to a WebAuthn challenge. @simplewebauthn checks the values. */
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

const providerSignIn = z.strictObject({
  provider,
  callbackURL: address.optional(),
  errorCallbackURL: address.optional(),
  disableRedirect: z.boolean().optional(),
})

/** Every endpoint of Better Auth that the shop offers. Others return secrets or bypass the second factor. */
export const identityEndpoints: IdentityEndpoint[] = [
  { method: 'GET', path: '/get-session' },
  { method: 'POST', path: '/sign-out', body: emptyBody },
  {
    method: 'POST',
    path: '/sign-up/email',
    body: z.strictObject({ name: line(), email: line(), password: line(), rememberMe }),
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    body: z.strictObject({ email: line(), password: line(), rememberMe }),
  },
  { method: 'POST', path: '/sign-in/social', body: providerSignIn },
  { method: 'POST', path: '/link-social', body: providerSignIn },
  { method: 'GET', path: '/oauth-popup/start' },
  { method: 'GET', path: '/callback/:id' },
  { method: 'GET', path: '/list-accounts' },
  { method: 'POST', path: '/unlink-account', body: z.strictObject({ accountId: id }) },
  {
    method: 'POST',
    path: '/request-password-reset',
    body: z.strictObject({ email: line(), redirectTo: address.optional() }),
  },
  { method: 'GET', path: '/reset-password/:token' },
  {
    method: 'POST',
    path: '/reset-password',
    body: z.strictObject({ token: line(), newPassword: line() }),
  },
  {
    method: 'POST',
    path: '/change-password',
    body: z.strictObject({
      currentPassword: line(),
      newPassword: line(),
      revokeOtherSessions: z.boolean().optional(),
    }),
  },
  {
    method: 'POST',
    path: '/send-verification-email',
    body: z.strictObject({ email: line(), callbackURL: address.optional() }),
  },
  { method: 'GET', path: '/email-link' },
  {
    method: 'POST',
    path: '/follow-email-link',
    body: z.strictObject({
      token: line(URL_LENGTH),
      password: line().optional(),
      newPassword: line().optional(),
    }),
  },
  {
    method: 'POST',
    path: '/change-email',
    body: z.strictObject({ newEmail: line(), callbackURL: address.optional() }),
  },
  {
    method: 'POST',
    path: '/update-user',
    body: z.strictObject({
      name: line().optional(),
      image: address.nullish(),
      phoneNumber: z.null('To add a number, verify the code that is sent to it.').optional(),
    }),
  },
  { method: 'POST', path: '/two-factor/enable', body: passwordProof },
  { method: 'POST', path: '/two-factor/disable', body: passwordProof },
  { method: 'POST', path: '/two-factor/generate-backup-codes', body: passwordProof },
  { method: 'POST', path: '/two-factor/verify-totp', body: codeBody },
  { method: 'POST', path: '/two-factor/verify-backup-code', body: codeBody },
  { method: 'GET', path: '/passkey/generate-register-options' },
  { method: 'GET', path: '/passkey/generate-authenticate-options' },
  {
    method: 'POST',
    path: '/passkey/verify-registration',
    body: z.strictObject({ response: credential, name: line().optional() }),
  },
  {
    method: 'POST',
    path: '/passkey/verify-authentication',
    body: z.strictObject({ response: credential }),
  },
  { method: 'POST', path: '/passkey/delete-passkey', body: z.strictObject({ id }) },
  { method: 'POST', path: '/phone-number/send-otp', body: z.strictObject({ phoneNumber: line() }) },
  {
    method: 'POST',
    path: '/phone-number/verify',
    body: z.strictObject({
      phoneNumber: line(),
      code: line(),
      updatePhoneNumber: z.boolean().optional(),
    }),
  },
]
