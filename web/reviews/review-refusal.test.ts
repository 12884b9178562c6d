import { expect, it } from 'vitest'
import { CallError, type CallProblem } from '../api/call-error.ts'
import { reviewRefusal } from './review-refusal.ts'

const refused = (code: CallProblem['code'], errors?: Record<string, string>) =>
  new CallError({ type: 'about:blank', title: 'A title.', status: 400, code, errors })

it('is said under the fields it is about', () => {
  const errors = { comment: 'At most 2000 characters.', ratting: 'Give 1 to 5 stars.' }
  expect(reviewRefusal(refused('input_invalid', errors))).toEqual(Object.entries(errors))
})

it('is about the whole form otherwise', () => {
  expect(reviewRefusal(refused('network_failed'))).toEqual([['root', 'A title.']])
})

it('says that a review whose answer was lost may have been added', () => {
  expect(reviewRefusal(refused('too_slow'))).toEqual([
    ['root', expect.stringContaining('before you send it again')],
  ])
})
