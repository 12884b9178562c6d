import { expect, it } from 'vitest'
import { CallError, type CallProblem, toNetworkProblem } from '../../api/call-error.ts'
import { toReviewFieldErrors } from './use-review-form.ts'

const createError = (code: CallProblem['code'], errors?: Record<string, string>) =>
  new CallError({ type: 'about:blank', title: 'A title.', status: 400, code, errors })

it('assigns messages of the server to their fields', () => {
  const errors = { comment: 'At most 2,000 characters.', ratting: 'Give 1 to 5 stars.' }
  expect(toReviewFieldErrors(createError('input_invalid', errors))).toEqual(Object.entries(errors))
})

it('assigns an error without a field to the whole form', () => {
  expect(toReviewFieldErrors(createError('reviews_too_many'))).toEqual([['root', 'A title.']])
})

it('when the response is lost, states that sending the review again adds it only once', () => {
  expect(toReviewFieldErrors(new CallError(toNetworkProblem(new TypeError('odd'))))).toEqual([
    ['root', expect.stringMatching(/cannot be reached.*It won’t be added twice\.$/)],
  ])
})

it('when an edited review is refused after a lost response, warns that a repeat adds it twice', () => {
  expect(toReviewFieldErrors(createError('key_reused'))).toEqual([
    ['root', expect.stringMatching(/^It was already added without your last changes\./)],
  ])
})
