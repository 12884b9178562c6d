import { expect, test } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { accountErrorFromCode, formatAccountError, isSignInTooOld } from './account-api.ts'

test('states that only the password is wrong, because the user is signed in', () => {
  expect(accountErrorFromCode('INVALID_PASSWORD', 400).message).toBe('The password is wrong.')
})

test('uses the login’s message for the same error', () => {
  expect(accountErrorFromCode('PASSWORD_TOO_COMMON', 400).message).toMatch(/too common/)
  expect(accountErrorFromCode('', 429, 600).message).toMatch(/^Too many attempts/)
})

test('mentions neither signing in nor the code for an unknown code', () => {
  expect(accountErrorFromCode('SOMETHING_NEW', 422).message).toMatch(/^This was not accepted/)
  expect(accountErrorFromCode('<b>ODD</b>', 500).message).toMatch(/^Something went wrong/)
  expect(accountErrorFromCode(undefined, 400).message).toMatch(/^This was not accepted/)
})

test('accepts codes in lower case, as in URLs', () => {
  expect(accountErrorFromCode('email_does_not_match').message).toMatch(/same email/)
})

test('detects a sign-in that is too old, for both kinds of errors', () => {
  const problem = { type: 'about:blank', title: 'Sign in again.', status: 403 }
  expect(isSignInTooOld(accountErrorFromCode('SESSION_NOT_FRESH', 403))).toBe(true)
  expect(isSignInTooOld(new CallError({ ...problem, code: 'sign_in_too_old' }))).toBe(true)
  expect(isSignInTooOld(new CallError({ ...problem, code: 'last_admin' }))).toBe(false)
  expect(isSignInTooOld(new RangeError('?'))).toBe(false)
})

test('does not show the message of an unexpected error', () => {
  expect(formatAccountError(new RangeError('?'))).not.toContain('?')
})
