import { expect, test } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { accountError, isSignInTooOld, wordsOf } from './account-errors.ts'

test('who is in already is told that the password alone is wrong', () => {
  expect(accountError('INVALID_PASSWORD', 400).message).toBe('The password is wrong.')
})

test('what the login has words for is said in the same words', () => {
  expect(accountError('PASSWORD_TOO_COMMON', 400).message).toMatch(/one of the commonest/)
  expect(accountError('', 429, 600).message).toMatch(/^Too many attempts/)
})

test('an unknown code says nothing of signing in, and never shows itself', () => {
  expect(accountError('SOMETHING_NEW', 422).message).toMatch(/^This was not accepted/)
  expect(accountError('<b>ODD</b>', 500).message).toMatch(/^This is not possible/)
  expect(accountError(undefined, 400).message).toMatch(/^This was not accepted/)
})

test('a code of an address in small letters is the same', () => {
  expect(accountError('email_does_not_match').message).toMatch(/same email/)
})

test('a sign-in that is too old is told apart, whichever call says so', () => {
  const problem = { type: 'about:blank', title: 'Sign in anew.', status: 403 }
  expect(isSignInTooOld(accountError('SESSION_NOT_FRESH', 403))).toBe(true)
  expect(isSignInTooOld(new CallError({ ...problem, code: 'sign_in_too_old' }))).toBe(true)
  expect(isSignInTooOld(new CallError({ ...problem, code: 'last_admin' }))).toBe(false)
  expect(isSignInTooOld(new RangeError('?'))).toBe(false)
})

test('whatever else goes wrong is said in plain words', () => {
  expect(wordsOf(new RangeError('?'))).not.toContain('?')
})
