import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { PERSON_NAME_LENGTH } from '@freehub/contract/limits'
import { CallError } from '../../api/call-error.ts'

/** Messages by code, of the specification (§8) or the shop. They state what the user can do. */
const messages = {
  'unauthorized-domain':
    'Signing in does not work at this URL. Open the shop at its own URL, then try again.',
  'popup-blocked':
    'Your browser blocked the sign-in window. Allow pop-ups for this page, or continue on a full page.',
  'popup-closed-by-user':
    'The sign-in window was closed before you were signed in. Try again when you are ready.',
  'cancelled-popup-request':
    'A sign-in window is already open. Finish there, or close it and try again.',
  'network-request-failed': 'The shop cannot be reached. Check your connection, then try again.',
  'web-storage-unsupported':
    'Your browser blocks cookies and site data for this page. Allow them, then try again.',
  'invalid-api-key':
    'This sign-in method is not set up. Use your email and password, or contact us.',
  'internal-error': 'Signing in is not possible at the moment. Try again in a moment.',
  'wrong-password': 'The email or the password is wrong.',
  'user-not-found': 'The email or the password is wrong.',
  'email-already-in-use':
    'An account with this email already exists. Sign in the way you did before.',
  'too-many-requests': 'Too many attempts. Wait a minute, then try again.',
  'access-denied': 'You cancelled the sign-in. Try again, or use your email.',
  'account-not-linked':
    'An account with this email already exists. Sign in the way you did before. If you never did, use “Forgot password?” to claim it.',
  'provider-unlinked':
    'You unlinked this provider. Sign in another way, then link it under Sign-in & Security.',
  'email-missing':
    'The provider did not share your email, which orders need. Use your email and a password instead.',
  'identity-unconfirmed': 'The provider did not confirm who you are. Try again in a moment.',
  'request-expired': 'This sign-in took too long or was started elsewhere. Try again.',
  'invalid-email': 'Provide a valid email',
  'invalid-name': `Enter your name on one line, in at most ${PERSON_NAME_LENGTH} characters.`,
  'password-too-short': `Minimum ${MINIMUM_PASSWORD_LENGTH} character or longer`,
  'password-too-long': `This password is too long. Use at most ${MAXIMUM_PASSWORD_LENGTH} characters.`,
  'password-too-common': 'This password is too common. Choose another.',
  'email-not-verified': 'Confirm your email first: open the link in the email that we sent you.',
  'email-confirmed': 'This email is already confirmed.',
  'email-of-another': 'This link is for another account. Sign in to that account, or sign out.',
  'link-expired': 'This link has expired or was already used.',
  'second-factor-expired': 'This sign-in took too long. Sign in again.',
  'second-factor-refused': 'Too many wrong codes. Sign in again.',
  'second-factor-lost':
    'We can’t check your codes any more. Contact us to turn off two-step sign-in for your account.',
  'code-wrong': 'This code is wrong or was already used. Enter the code that the app shows now.',
  'backup-code-wrong': 'This backup code is wrong or was already used. Enter another.',
  'sms-code-wrong': 'This code is wrong. Check the SMS and try again.',
  'sms-code-expired': 'This code has expired. Request a new one.',
  'sms-code-refused': 'Too many wrong codes. Request a new code.',
  'phone-invalid': 'Start with + and the country code, such as +49 151 23456789',
  'passkey-unused': 'No passkey was used. Try again, or sign in another way.',
  'passkey-unknown': 'We don’t recognise this passkey. Sign in another way.',
  'passkey-unsupported': 'This browser doesn’t support passkeys. Sign in another way.',
  'account-closed': 'This account is closed. Contact us if that is a mistake.',
  'not-accepted': 'Signing in failed. Check what you entered, then try again.',
} as const

/** The message if the user is known. The message for a sign-in does not reveal whether the account exists. */
export const PASSWORD_WRONG = 'The password is wrong.'

export type IdentityErrorCode = keyof typeof messages

/** Our error code for each error code of responses, redirects and the popup. Most of these are from Better Auth. */
const codeByAuthCode = new Map<string, IdentityErrorCode>(
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
    INVALID_OTP: 'sms-code-wrong',
    OTP_NOT_FOUND: 'sms-code-expired',
    OTP_EXPIRED: 'sms-code-expired',
    TOO_MANY_ATTEMPTS: 'sms-code-refused',
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
    PROVIDER_UNLINKED: 'provider-unlinked',
    EMAIL_NOT_FOUND: 'email-missing',
    // In lower case, a provider's redirect reports this code. In capitals, it is about a code that
    // the user typed.
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

/** The error of a refused sign-in or sign-up. Its message is for the user. */
export class IdentityError extends Error {
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, message: string = messages[code]) {
    super(message)
    this.name = 'IdentityError'
    this.code = code
  }
}

/** Returns the error for an error code of a response or redirect. For an unknown code, the HTTP status decides. */
export function identityErrorFromCode(code = '', status = 0, retryAfterSeconds = 0): IdentityError {
  const errorCode =
    codeByAuthCode.get(code) ?? codeByAuthCode.get(code.toUpperCase()) ?? codeFromStatus(status)
  if (errorCode !== 'too-many-requests' || !(retryAfterSeconds > 60))
    return new IdentityError(errorCode)
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return new IdentityError(errorCode, `Too many attempts. Try again in ${minutes} minutes.`)
}

/** Returns a general error code for the HTTP status of an unknown error. */
function codeFromStatus(status: number): IdentityErrorCode {
  if (status === 429) return 'too-many-requests'
  if (status >= 400 && status < 500) return 'not-accepted'
  return 'internal-error'
}

export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  if (error instanceof CallError) return identityErrorFromCode(error.problem.code, error.status)
  return new IdentityError('internal-error')
}
