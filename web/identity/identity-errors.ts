import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { CallError } from '../api/call-error.ts'

/**
 * Why somebody was not let in: the codes of the specification's catalogue (§8), and those that the
 * shop's own rules add to them. Each with a sentence that says what to do.
 */
const sentences = {
  'unauthorized-domain':
    'Signing in does not work at this address. Open the shop at its own address, then try again.',
  'popup-blocked':
    'Your browser blocked the sign-in window. Allow pop-ups for this page, or continue on a full page.',
  'popup-closed-by-user':
    'The sign-in window was closed before you were signed in. Try again when you are ready.',
  'cancelled-popup-request':
    'A sign-in window is open already. Finish there, or close it and try again.',
  'network-request-failed': 'The shop cannot be reached. Check your connection, then try again.',
  'web-storage-unsupported':
    'Your browser keeps nothing for this page. Allow cookies and site data here, then try again.',
  'invalid-api-key':
    'Signing in this way is not set up in this shop. Use your email and password, or contact us.',
  'internal-error': 'Signing in is not possible at the moment. Try again soon.',
  'wrong-password': 'The email or the password is wrong.',
  'user-not-found': 'The email or the password is wrong.',
  'email-already-in-use':
    'There is an account with this email already. Login instead, the way you did before.',
  'too-many-requests': 'Too many attempts. Wait a minute, then try again.',
  'access-denied': 'You did not let the shop know who you are. Try again, or use your email.',
  'account-not-linked':
    'There is an account with this email already. Login the way you did before.',
  'email-missing':
    'The provider did not tell your email, which orders need. Use your email and a password instead.',
  'identity-unconfirmed': 'The provider did not confirm who you are. Try again in a moment.',
  'request-expired': 'This sign-in took too long or was begun elsewhere. Try again.',
  'invalid-email': 'Provide a valid email',
  'invalid-name': 'User Name required',
  'password-too-short': `Minimum ${MINIMUM_PASSWORD_LENGTH} character or longer`,
  'password-too-long': `This password is too long. Take at most ${MAXIMUM_PASSWORD_LENGTH} characters.`,
  'password-too-common': 'This password is one of the commonest. Choose another.',
  'email-not-verified': 'Confirm your email first: open the link in the mail that we sent you.',
  'account-closed': 'This account is closed. Contact us if that is a mistake.',
  'not-accepted': 'Signing in did not succeed. Check what you typed, then try again.',
} as const

export type IdentityCode = keyof typeof sentences

/** Which of them a code of the identity provider is, from its calls, its pages or its window. */
const known: Record<string, IdentityCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong-password',
  INVALID_PASSWORD: 'wrong-password',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'user-not-found',
  USER_NOT_FOUND: 'user-not-found',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  INVALID_EMAIL: 'invalid-email',
  INVALID_NAME: 'invalid-name',
  PASSWORD_TOO_SHORT: 'password-too-short',
  PASSWORD_TOO_LONG: 'password-too-long',
  PASSWORD_TOO_COMMON: 'password-too-common',
  EMAIL_NOT_VERIFIED: 'email-not-verified',
  BANNED_USER: 'account-closed',
  TOO_MANY_REQUESTS: 'too-many-requests',
  INVALID_ORIGIN: 'unauthorized-domain',
  ORIGIN_FOREIGN: 'unauthorized-domain',
  SESSION_MISSING: 'web-storage-unsupported',
  POPUP_SIGN_IN_FAILED: 'internal-error',
  UNABLE_TO_CREATE_USER: 'internal-error',
  ACCESS_DENIED: 'access-denied',
  ACCOUNT_NOT_LINKED: 'account-not-linked',
  EMAIL_NOT_FOUND: 'email-missing',
  INVALID_CODE: 'identity-unconfirmed',
  NO_CODE: 'identity-unconfirmed',
  UNABLE_TO_GET_USER_INFO: 'identity-unconfirmed',
  STATE_MISMATCH: 'request-expired',
  STATE_NOT_FOUND: 'request-expired',
  PROVIDER_NOT_FOUND: 'invalid-api-key',
  OAUTH_PROVIDER_NOT_FOUND: 'invalid-api-key',
  REDIRECT_URI_MISMATCH: 'invalid-api-key',
  UNAUTHORIZED_CLIENT: 'invalid-api-key',
  APPLICATION_SUSPENDED: 'invalid-api-key',
  INTERNAL_SERVER_ERROR: 'internal-error',
  NETWORK_FAILED: 'network-request-failed',
}

/** Why the identity provider would not let somebody in; its message is the sentence to show. */
export class IdentityError extends Error {
  readonly code: IdentityCode

  constructor(code: IdentityCode) {
    super(sentences[code])
    this.name = 'IdentityError'
    this.code = code
  }
}

/** The error of a refused sign-in or sign-up, from its code and, failing that, its status. */
export function identityError(code: string | undefined, status = 0): IdentityError {
  return new IdentityError(known[code?.toUpperCase() ?? ''] ?? codeOf(status))
}

function codeOf(status: number): IdentityCode {
  if (status === 429) return 'too-many-requests'
  if (status >= 400 && status < 500) return 'not-accepted'
  return 'internal-error'
}

/** Whatever stopped a sign-in, as such an error. */
export function asIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  if (error instanceof CallError) return identityError(error.problem.code, error.status)
  return new IdentityError('internal-error')
}
