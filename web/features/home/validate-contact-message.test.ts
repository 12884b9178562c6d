import { expect, test } from 'vitest'
import { validateContactMessage } from './validate-contact-message.ts'

test('returns an error for each empty field', () => {
  expect(validateContactMessage({ name: ' ', email: '', comment: '' })).toEqual({
    name: 'Name required',
    email: 'Email required',
    comment: 'Please Comment',
  })
})

test('rejects an incomplete email address', () => {
  const message = { name: 'A', email: 'workshop@', comment: 'Hello' }
  expect(validateContactMessage(message)).toEqual({ email: 'Provide a valid email' })
  expect(validateContactMessage({ ...message, email: ' a@b.example ' })).toEqual({})
})
