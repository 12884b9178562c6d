import { expect, test } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { accountErrorFromCode, formatAccountError, isSignInTooOld } from './account-api.ts'

test('the message for a wrong password does not mention the email, because the user is signed in', () => {
  expect(accountErrorFromCode('INVALID_PASSWORD', 400).message).toBe('The password is wrong.')
})

test('uses the message of the login for the same error', () => {
  expect(accountErrorFromCode('PASSWORD_TOO_COMMON', 400).message).toMatch(/too common/)
  expect(accountErrorFromCode('', 429, 600).message).toMatch(/^Too many attempts/)
})

test('shows neither the code nor a message about signing in for an unknown error code', () => {
  expect(accountErrorFromCode('SOMETHING_NEW', 422).message).toMatch(/^This was not accepted/)
  expect(accountErrorFromCode('<b>ODD</b>', 500).message).toMatch(/^Something went wrong/)
  expect(accountErrorFromCode(undefined, 400).message).toMatch(/^This was not accepted/)
})

test('accepts error codes in lower case, as in URLs', () => {
  expect(accountErrorFromCode('email_does_not_match').message).toMatch(/same email/)
})

test('detects that the sign-in is too old in errors of Better Auth and of the shop', () => {
  const problem = { type: 'about:blank', title: 'Sign in again.', status: 403 }
  expect(isSignInTooOld(accountErrorFromCode('SESSION_NOT_FRESH', 403))).toBe(true)
  expect(isSignInTooOld(new CallError({ ...problem, code: 'sign_in_too_old' }))).toBe(true)
  expect(isSignInTooOld(new CallError({ ...problem, code: 'last_admin' }))).toBe(false)
  expect(isSignInTooOld(new RangeError('?'))).toBe(false)
})

test('does not show the message of an unexpected error', () => {
  expect(formatAccountError(new RangeError('?'))).not.toContain('?')
})
