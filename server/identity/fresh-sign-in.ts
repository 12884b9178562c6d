import { BASE_ERROR_CODES } from 'better-auth'
import { APIError } from 'better-auth/api'

/** For how long a sign-in counts as fresh: who it was is then asked no more before what is serious. */
export const FRESH_SIGN_IN_SECONDS = 15 * 60

/** Whether somebody who signed in then has shown just now who he is. */
export function isFreshSignIn(signedInAt: Date): boolean {
  return Date.now() - signedInAt.getTime() < FRESH_SIGN_IN_SECONDS * 1000
}

/** Asks whoever signed in too long ago to sign in anew, in the identity provider's own words. */
export function requireFreshSignIn(signedInAt: Date | string): void {
  if (isFreshSignIn(new Date(signedInAt))) return
  throw APIError.from('FORBIDDEN', BASE_ERROR_CODES.SESSION_NOT_FRESH)
}
