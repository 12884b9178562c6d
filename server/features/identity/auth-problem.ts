import { STATUS_CODES } from 'node:http'
import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { describeRefusal } from '@freehub/contract/refusals'

/** Titles for errors of Better Auth whose own message states no next step, by code. */
const titles: Record<string, string> = {
  UNAUTHORIZED: describeRefusal('session_missing').title,
  SESSION_NOT_FRESH: describeRefusal('sign_in_too_old').title,
  INVALID_TOKEN: 'This link has expired or was already used. Request a new one.',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in took too long. Sign in again.',
  INVALID_PHONE_NUMBER: 'Start with + and the country code, such as +4915123456789.',
  INVALID_CALLBACK_URL: 'Send a callbackURL of this shop.',
  PASSWORD_TOO_SHORT: `Minimum ${MINIMUM_PASSWORD_LENGTH} character or longer`,
  EMAIL_IS_THE_SAME: 'This is already your email. Enter a different one.',
  NO_FIELDS_TO_UPDATE: 'Send at least one field to change.',
}

/**
 * Converts an error response of Better Auth to a problem. Some of these responses have no code or no body. The field
 * `message` is for clients of Better Auth.
 */
export function toAuthProblem(status: number, body: string) {
  const { message = STATUS_CODES[status] ?? '', code = toCode(message) } = JSON.parse(body || '{}')
  const title = titles[code] ?? message
  return { type: 'about:blank', title, status, code, message: title }
}

const toCode = (message: string) => message.toUpperCase().replace(/\W+/g, '_')
