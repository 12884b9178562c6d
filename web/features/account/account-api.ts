import { HTTPS_URL_MESSAGE } from '@freehub/contract/https-url'
import { describeRefusal } from '@freehub/contract/refusals'
import { forceSignOut } from '../../api/call.ts'
import { CallError, formatError, SERVER_FAILED } from '../../api/call-error.ts'
import { send } from '../../api/send.ts'
import { identityErrorFromCode, PASSWORD_WRONG } from '../identity/identity-errors.ts'

/**
 * Calls Better Auth for the user's own account. `path` is below `/api/auth`; a call with a body is a
 * POST. Throws an AccountError for an error response, or a CallError if there is no response. Signs the
 * user out if the session is no longer valid.
 */
export async function callAccountApi<Result = unknown>(
  path: string,
  body?: object,
): Promise<Result> {
  const response = await send(body ? 'POST' : 'GET', `/api/auth${path}`, { body })
  const result = await response.json().catch(() => null)
  if (response.ok) return result
  const code = result?.code
  if (response.status === 401 && (!code || code === 'UNAUTHORIZED')) forceSignOut()
  throw accountErrorFromCode(code, response.status, Number(response.headers.get('Retry-After')))
}

const SIGN_IN_TOO_OLD = describeRefusal('sign_in_too_old').title

/** Messages by error code. They replace the messages of the sign-in, because the user is already signed in. */
const messages: Record<string, string> = {
  INVALID_PASSWORD: PASSWORD_WRONG,
  EMAIL_NOT_CONFIRMED: 'Confirm your email first.',
  SESSION_NOT_FRESH: SIGN_IN_TOO_OLD,
  SIGN_IN_TOO_OLD,
  EMAIL_IS_THE_SAME: 'This is already your email.',
  EMAIL_ALREADY_VERIFIED: 'Your email is already confirmed.',
  PHONE_NUMBER_EXIST: 'Another account uses this number. Enter a different one.',
  INVALID_IMAGE: HTTPS_URL_MESSAGE,
  ACCESS_DENIED: 'You cancelled at the provider. Nothing was linked.',
  SOCIAL_ACCOUNT_ALREADY_LINKED: 'That account is already linked to another Freehub account.',
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER:
    'That account is already linked to another Freehub account.',
  EMAIL_DOES_NOT_MATCH: 'Only an account with the same email can be linked.',
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED: 'Only an account with the same email can be linked.',
  LINKING_NOT_ALLOWED: 'Confirm your email at the provider first. Nothing was linked.',
  UNABLE_TO_LINK_ACCOUNT: 'Confirm your email at the provider first. Nothing was linked.',
  ACCOUNT_NOT_FOUND: 'This account is already unlinked.',
  FAILED_TO_UNLINK_LAST_ACCOUNT: 'To unlink this account, set a password first.',
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is already on.',
  TWO_FACTOR_NOT_ENABLED: 'Two-step sign-in is already off.',
  PREVIOUSLY_REGISTERED: 'This device already has a passkey for this account.',
  PASSKEY_NOT_HERE: 'Passkeys work only at the shop’s own URL. Open the shop there.',
  PASSKEY_NOT_MADE: 'No passkey was created. Try again when you are ready.',
  CHALLENGE_NOT_FOUND: 'This took too long. Try again.',
  FAILED_TO_VERIFY_REGISTRATION: 'No passkey was created. Try again.',
  NOT_ACCEPTED: 'This was not accepted. Check what you entered, then try again.',
  INTERNAL_ERROR: SERVER_FAILED,
}

/** An error response of Better Auth. The message is for the user. */
export class AccountError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'AccountError'
    this.code = code
  }
}

/**
 * Returns the error for an error code of Better Auth. The message for an unknown code depends on the
 * status.
 */
export function accountErrorFromCode(code = '', status = 0, retryAfterSeconds = 0): AccountError {
  const authCode = code.toUpperCase().replace(/\W/g, '')
  const identityError = identityErrorFromCode(code, status, retryAfterSeconds)
  const message =
    messages[authCode] ?? messages[identityError.code.toUpperCase().replaceAll('-', '_')]
  return new AccountError(authCode, message ?? identityError.message)
}

/** Returns the user's message for an error of `callAccountApi`. */
export function formatAccountError(error: unknown): string {
  return error instanceof AccountError ? error.message : formatError(error)
}

/** True if the server requires a new sign-in before the change. */
export function isSignInTooOld(error: unknown): boolean {
  if (error instanceof CallError) return error.problem.code === 'sign_in_too_old'
  if (!(error instanceof AccountError)) return false
  return error.code === 'SESSION_NOT_FRESH' || error.code === 'SIGN_IN_TOO_OLD'
}
