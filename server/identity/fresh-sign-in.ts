/** For how long a sign-in counts as fresh: who it was is then asked no more before what is serious. */
export const FRESH_SIGN_IN_SECONDS = 15 * 60
