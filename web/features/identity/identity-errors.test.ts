import { expect, test } from 'vitest'
import { CallError, silence } from '../../api/call-error.ts'
import { asIdentityError, IdentityError, identityError } from './identity-errors.ts'

test('a wrong password and an unknown user read the same', () => {
  const wrong = identityError('INVALID_EMAIL_OR_PASSWORD', 401)
  const unknown = identityError('USER_NOT_FOUND', 404)
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
  ['invalid_code', 'identity-unconfirmed'],
  ['INVALID_CODE', 'code-wrong'],
  ['INVALID_TOKEN', 'link-expired'],
  ['user_banned', 'account-closed'],
])('%s of the provider is %s of the catalogue', (given, code) => {
  expect(identityError(given, 400).code).toBe(code)
})

test.each([
  [
    'account_not_linked',
    /^There is an account .*Login the way you did before\. If you never did, “Forgot password\?” makes it yours\.$/,
  ],
  ['oauth_provider_not_found', /^Signing in this way is not set up in this shop\./],
  [
    'INVALID_ORIGIN',
    /^Signing in does not work at this address\. Open the shop at its own address/,
  ],
  ['Call +1 555 0100 now', /^Signing in is not possible at the moment/],
])('the error %s in an address has a sentence of the shop', (given, sentence) => {
  expect(identityError(given).message).toMatch(sentence)
})

test('too many attempts are told by their status where there is no code', () => {
  expect(identityError(undefined, 429).message).toMatch(/^Too many attempts/)
})

test('who has to wait for minutes is told how many', () => {
  expect(identityError(undefined, 429, 30).message).toMatch(/Wait a minute/)
  expect(identityError('TOO_MANY_REQUESTS', 429, 601).message).toMatch(/in 11 minutes\.$/)
})

test('an unknown code never shows itself', () => {
  expect(identityError('SOMETHING_NEW', 422).code).toBe('not-accepted')
  expect(identityError('SOMETHING_NEW', 500).code).toBe('internal-error')
  expect(identityError('<b>SOMETHING</b>').message).not.toContain('SOMETHING')
})

test('a network that fails is told as such, a shop that is slow as trouble inside', () => {
  expect(asIdentityError(new CallError(silence(new TypeError())))).toMatchObject({
    code: 'network-request-failed',
  })
  const slow = new DOMException('late', 'TimeoutError')
  expect(asIdentityError(new CallError(silence(slow))).code).toBe('internal-error')
})

test('whatever else goes wrong is trouble inside', () => {
  expect(asIdentityError(new RangeError('?'))).toBeInstanceOf(IdentityError)
  expect(asIdentityError(new RangeError('?')).message).not.toContain('?')
})
