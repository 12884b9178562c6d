import { CallError, sentenceOf } from '../../api/call-error.ts'
import { identityError } from '../identity/identity-errors.ts'

/**
 * Why something of the account was not changed, where signing in has no words for it, or others:
 * here one is in already.
 */
const sentences: Record<string, string> = {
  INVALID_PASSWORD: 'The password is wrong.',
  INVALID_CODE: 'This code is wrong, or was used already. Take the one that the app shows now.',
  EMAIL_NOT_CONFIRMED: 'Confirm your email first.',
  SESSION_NOT_FRESH: 'Your sign-in is too old for this. Login again first.',
  SIGN_IN_TOO_OLD: 'Your sign-in is too old for this. Login again first.',
  EMAIL_IS_THE_SAME: 'This is your email already.',
  EMAIL_ALREADY_VERIFIED: 'Your email is confirmed already.',
  PHONE_NUMBER_EXIST: 'With this number somebody else signs in.',
  INVALID_IMAGE: 'Give an address that begins with https://',
  ACCESS_DENIED: 'You did not let the shop know who you are there. Nothing was linked.',
  SOCIAL_ACCOUNT_ALREADY_LINKED: 'This account there is linked to another one of the shop.',
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER:
    'This account there is linked to another one of the shop.',
  EMAIL_DOES_NOT_MATCH: 'Only an account with the same email can be linked.',
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED: 'Only an account with the same email can be linked.',
  LINKING_NOT_ALLOWED: 'Confirm your email there first. Nothing was linked.',
  UNABLE_TO_LINK_ACCOUNT: 'Confirm your email there first. Nothing was linked.',
  ACCOUNT_NOT_FOUND: 'It is unlinked already.',
  FAILED_TO_UNLINK_LAST_ACCOUNT: 'This is your last way in. Set a password first.',
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is on already.',
  TWO_FACTOR_NOT_ENABLED: 'Two-step sign-in is off already.',
  PREVIOUSLY_REGISTERED: 'This device has a passkey for this account already.',
  PASSKEY_NOT_HERE: 'Passkeys work only at the shop’s own address. Open it there.',
  PASSKEY_NOT_MADE: 'No passkey was made. Try again when you are ready.',
  CHALLENGE_NOT_FOUND: 'This took too long. Try again.',
  FAILED_TO_VERIFY_REGISTRATION: 'No passkey was made. Try again.',
  NOT_ACCEPTED: 'This was not accepted. Check what you typed, then try again.',
  INTERNAL_ERROR: 'This is not possible at the moment. Try again soon.',
}

/** A change that the identity provider refused; its message is the sentence to show. */
export class AccountError extends Error {
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.name = 'AccountError'
    this.code = code
  }
}

/** The refusal that a code stands for; `wait`: after how many seconds one may try again. */
export function accountError(code = '', status = 0, wait = 0): AccountError {
  const known = code.toUpperCase().replace(/\W/g, '')
  const signIn = identityError(code, status, wait)
  const own = sentences[known] ?? sentences[signIn.code.toUpperCase().replaceAll('-', '_')]
  return new AccountError(known, own ?? signIn.message)
}

/** A sentence for the screen about whatever stopped a change. */
export function wordsOf(error: unknown): string {
  return error instanceof AccountError ? error.message : sentenceOf(error)
}

/** Whether one has only to sign in once more. */
export function isSignInTooOld(error: unknown): boolean {
  const code = error instanceof CallError ? error.problem.code.toUpperCase() : codeOf(error)
  return code === 'SESSION_NOT_FRESH' || code === 'SIGN_IN_TOO_OLD'
}

function codeOf(error: unknown): string | undefined {
  return error instanceof AccountError ? error.code : undefined
}
