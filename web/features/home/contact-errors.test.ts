import { expect, test } from 'vitest'
import { contactErrors } from './contact-errors.ts'

test('each empty field says so, the comment too', () => {
  expect(contactErrors({ name: ' ', email: '', comment: '' })).toEqual({
    name: 'Name required',
    email: 'Email required',
    comment: 'Please Comment',
  })
})

test('an address that mail cannot reach is not valid', () => {
  const message = { name: 'A', email: 'workshop@', comment: 'Hello' }
  expect(contactErrors(message)).toEqual({ email: 'Provide a valid email' })
  expect(contactErrors({ ...message, email: ' a@b.example ' })).toEqual({})
})
