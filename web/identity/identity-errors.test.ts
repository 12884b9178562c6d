import { expect, test } from 'vitest'
import { identitySentence } from './identity-errors.ts'

test('a wrong password and an unknown user read the same', () => {
  expect(identitySentence(401, 'INVALID_EMAIL_OR_PASSWORD')).toBe(
    identitySentence(404, 'USER_NOT_FOUND'),
  )
})

test('too many attempts are told by their status where there is no code', () => {
  expect(identitySentence(429)).toMatch(/^Too many attempts/)
})

test('an unknown code never shows itself', () => {
  expect(identitySentence(422, 'SOMETHING_NEW')).not.toMatch('SOMETHING_NEW')
  expect(identitySentence(500, 'SOMETHING_NEW')).toMatch(/Try again soon/)
})
