/** For how long a sign-in counts as fresh: who it was is then asked no more before what is serious. */
export const FRESH_SIGN_IN_SECONDS = 15 * 60

/** Whether somebody who signed in then has shown just now who he is. */
export function isFreshSignIn(signedInAt: Date): boolean {
  return Date.now() - signedInAt.getTime() < FRESH_SIGN_IN_SECONDS * 1000
}
