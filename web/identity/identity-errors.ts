/** Why the identity provider would not let somebody in, as a sentence to show. */
export class IdentityError extends Error {
  override name = 'IdentityError'
}

const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'The email or the password is wrong.',
  INVALID_PASSWORD: 'The email or the password is wrong.',
  USER_NOT_FOUND: 'The email or the password is wrong.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'The email or the password is wrong.',
  USER_ALREADY_EXISTS: 'There is an account with this email already. Login instead.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'There is an account with this email already. Login instead.',
  INVALID_EMAIL: 'Provide a valid email',
  PASSWORD_TOO_SHORT: 'Minimum 6 character or longer',
  PASSWORD_TOO_LONG: 'This password is too long. Take at most 128 characters.',
  PASSWORD_TOO_COMMON: 'This password is one of the commonest. Choose another.',
  PASSWORD_COMPROMISED: 'This password is known from a leak. Choose another.',
  EMAIL_NOT_VERIFIED: 'Confirm your email first: open the link in the mail that we sent you.',
  BANNED_USER: 'This account is closed. Contact us if that is a mistake.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a minute, then try again.',
  FAILED_TO_CREATE_USER: 'The account could not be made. Try again in a moment.',
  FAILED_TO_CREATE_SESSION: 'Signing in did not succeed. Try again in a moment.',
}

/** The sentence for a refused sign-in or sign-up, from its code and, failing that, its status. */
export function identitySentence(status: number, code?: string): string {
  const known = code && sentences[code]
  if (known) return known
  if (status === 429) return sentences.TOO_MANY_REQUESTS as string
  if (status >= 500) return 'Signing in is not possible at the moment. Try again soon.'
  return 'Signing in did not succeed. Check what you typed, then try again.'
}
