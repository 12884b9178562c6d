import { expect, test } from 'vitest'
import { CallError, toNetworkProblem } from '../../api/call-error.ts'
import { IdentityError, identityErrorFromCode, toIdentityError } from './identity-errors.ts'

test('uses the same message for a wrong password and an unknown user', () => {
  const wrong = identityErrorFromCode('INVALID_EMAIL_OR_PASSWORD', 401)
  const unknown = identityErrorFromCode('USER_NOT_FOUND', 404)
  expect(wrong.code).toBe('wrong-password')
  expect(unknown.code).toBe('user-not-found')
  expect(wrong.message).toBe(unknown.message)
})

test.each([
  ['INVALID_ORIGIN', 'unauthorized-domain'],
  ['origin_foreign', 'unauthorized-domain'],
  ['network_failed', 'network-request-failed'],
  ['session_missing', 'web-storage-unsupported'],
  ['provider_not_found', 'invalid-api-key'],
  ['redirect_uri_mismatch', 'invalid-api-key'],
  ['internal_server_error', 'internal-error'],
  ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'email-already-in-use'],
  ['TOO_MANY_REQUESTS', 'too-many-requests'],
  ['access_denied', 'access-denied'],
  ['account_not_linked', 'account-not-linked'],
  ['provider_unlinked', 'provider-unlinked'],
  ['invalid_code', 'identity-unconfirmed'],
  ['INVALID_CODE', 'code-wrong'],
  ['INVALID_TOKEN', 'link-expired'],
  ['user_banned', 'account-closed'],
])('maps the error code %s to %s', (authCode, code) => {
  expect(identityErrorFromCode(authCode, 400).code).toBe(code)
})

test.each([
  [
    'account_not_linked',
    /^An account with this email .*Sign in the way you did before\. If you never did, use “Forgot password\?” to claim it\.$/,
  ],
  ['oauth_provider_not_found', /^This sign-in method is not set up\./],
  ['INVALID_ORIGIN', /^Signing in does not work at this URL\. Open the shop at its own URL/],
  ['Call +1 555 0100 now', /^Signing in is not possible at the moment/],
])('replaces the error %s from a URL with a message of the shop', (authCode, message) => {
  expect(identityErrorFromCode(authCode).message).toMatch(message)
})

test('detects too many attempts by the status if there is no code', () => {
  expect(identityErrorFromCode(undefined, 429).message).toMatch(/^Too many attempts/)
})

test('states the waiting time in minutes', () => {
  expect(identityErrorFromCode(undefined, 429, 30).message).toMatch(/Wait a minute/)
  expect(identityErrorFromCode('TOO_MANY_REQUESTS', 429, 601).message).toMatch(/in 11 minutes\.$/)
})

test('never shows an unknown error code', () => {
  expect(identityErrorFromCode('SOMETHING_NEW', 422).code).toBe('not-accepted')
  expect(identityErrorFromCode('SOMETHING_NEW', 500).code).toBe('internal-error')
  expect(identityErrorFromCode('<b>SOMETHING</b>').message).not.toContain('SOMETHING')
})

test('reports a network failure under its own code, and a timeout as an internal error', () => {
  expect(toIdentityError(new CallError(toNetworkProblem(new TypeError())))).toMatchObject({
    code: 'network-request-failed',
  })
  const slow = new DOMException('late', 'TimeoutError')
  expect(toIdentityError(new CallError(toNetworkProblem(slow))).code).toBe('internal-error')
})

test('reports an unexpected exception as an internal error, without its message', () => {
  const error = toIdentityError(new RangeError('?'))
  expect(error).toBeInstanceOf(IdentityError)
  expect(error.code).toBe('internal-error')
  expect(error.message).not.toContain('?')
})
