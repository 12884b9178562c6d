import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { CallError } from '../../api/call-error.ts'

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
    'There is an account with this email already. Login the way you did before. If you never did, “Forgot password?” makes it yours.',
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
  'email-confirmed': 'This email is confirmed already.',
  'email-of-another': 'This link is for another account. Login to that one first, or log out.',
  'link-expired': 'This link does not work any more. It is used already, or too old.',
  'second-factor-expired': 'This sign-in took too long. Login again.',
  'second-factor-refused': 'Those were too many wrong codes. Login again.',
  'second-factor-lost':
    'The shop cannot check your codes any more. Contact us: we take the second factor off your account.',
  'code-wrong': 'This code is not right, or used already. Take the one that is shown now.',
  'backup-code-wrong': 'This backup code is not right, or used already. Take another.',
  'text-code-wrong': 'This code is not right. Look at the text again.',
  'text-code-expired': 'This code has run out. Ask for a new one.',
  'text-code-refused': 'Those were too many wrong codes. Ask for a new one.',
  'phone-invalid': 'Begin with + and the country, such as +49 151 23456789',
  'passkey-unused': 'No passkey was used. Try again, or login another way.',
  'passkey-unknown': 'The shop does not know this passkey. Login another way.',
  'passkey-unsupported': 'This browser cannot use passkeys. Login another way.',
  'account-closed': 'This account is closed. Contact us if that is a mistake.',
  'not-accepted': 'Signing in did not succeed. Check what you typed, then try again.',
} as const

export type IdentityCode = keyof typeof sentences

/** Which of them a code of the identity provider is, from its calls, its pages or its window. */
const codes = new Map<string, IdentityCode>(
  Object.entries({
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
    EMAIL_ALREADY_VERIFIED: 'email-confirmed',
    INVALID_USER: 'email-of-another',
    EMAIL_MISMATCH: 'email-of-another',
    INVALID_TOKEN: 'link-expired',
    TOKEN_EXPIRED: 'link-expired',
    BANNED_USER: 'account-closed',
    USER_BANNED: 'account-closed',
    INVALID_TWO_FACTOR_COOKIE: 'second-factor-expired',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second-factor-refused',
    TOTP_NOT_ENABLED: 'second-factor-expired',
    BACKUP_CODES_NOT_ENABLED: 'second-factor-expired',
    SECOND_FACTOR_UNREADABLE: 'second-factor-lost',
    INVALID_CODE: 'code-wrong',
    INVALID_BACKUP_CODE: 'backup-code-wrong',
    INVALID_PHONE_NUMBER: 'phone-invalid',
    INVALID_OTP: 'text-code-wrong',
    OTP_NOT_FOUND: 'text-code-expired',
    OTP_EXPIRED: 'text-code-expired',
    TOO_MANY_ATTEMPTS: 'text-code-refused',
    PASSKEY_NOT_FOUND: 'passkey-unknown',
    AUTHENTICATION_FAILED: 'passkey-unknown',
    CHALLENGE_NOT_FOUND: 'request-expired',
    ACCOUNT_TEMPORARILY_LOCKED: 'too-many-requests',
    TOO_MANY_REQUESTS: 'too-many-requests',
    INVALID_ORIGIN: 'unauthorized-domain',
    ORIGIN_FOREIGN: 'unauthorized-domain',
    SESSION_MISSING: 'web-storage-unsupported',
    POPUP_SIGN_IN_FAILED: 'internal-error',
    UNABLE_TO_CREATE_USER: 'internal-error',
    ACCESS_DENIED: 'access-denied',
    ACCOUNT_NOT_LINKED: 'account-not-linked',
    EMAIL_NOT_FOUND: 'email-missing',
    // In small letters it is a provider's, of an address; in capitals it is one that somebody typed.
    invalid_code: 'identity-unconfirmed',
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
  } as const),
)

/** Why the identity provider would not let somebody in; its message is the sentence to show. */
export class IdentityError extends Error {
  readonly code: IdentityCode

  constructor(code: IdentityCode, sentence: string = sentences[code]) {
    super(sentence)
    this.name = 'IdentityError'
    this.code = code
  }
}

/**
 * The error of a refused sign-in or sign-up, from its code and, failing that, its status.
 * `wait`: after how many seconds one may try again, if the answer said so.
 */
export function identityError(code = '', status = 0, wait = 0): IdentityError {
  const known = codes.get(code) ?? codes.get(code.toUpperCase()) ?? codeOf(status)
  if (known !== 'too-many-requests' || !(wait > 60)) return new IdentityError(known)
  const minutes = Math.ceil(wait / 60)
  return new IdentityError(known, `Too many attempts. Try again in ${minutes} minutes.`)
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
