import { expect, it } from 'vitest'
import { CallError, type CallProblem, silence } from '../../api/call-error.ts'
import { reviewRefusal } from './review-refusal.ts'

const refused = (code: CallProblem['code'], errors?: Record<string, string>) =>
  new CallError({ type: 'about:blank', title: 'A title.', status: 400, code, errors })

it('is said under the fields it is about', () => {
  const errors = { comment: 'At most 2000 characters.', ratting: 'Give 1 to 5 stars.' }
  expect(reviewRefusal(refused('input_invalid', errors))).toEqual(Object.entries(errors))
})

it('is about the whole form otherwise', () => {
  expect(reviewRefusal(refused('key_reused'))).toEqual([['root', 'A title.']])
})

it('says of a review whose answer was lost that it can be sent again', () => {
  expect(reviewRefusal(new CallError(silence(new TypeError('odd'))))).toEqual([
    ['root', expect.stringMatching(/cannot be reached.*It is not added twice\.$/)],
  ])
})
