import { describe, expect, it } from 'vitest'
import { CallError, toNetworkProblem } from '../../../api/call-error.ts'
import { listNewPartErrors } from './new-part-errors.ts'

const title = 'Something in the request is not as it must be.'
const refused = (errors: Record<string, string>) =>
  new CallError({ type: 'about:blank', title, status: 400, code: 'input_invalid', errors })

describe('errors of a product that was not added', () => {
  it('stand under their fields', () => {
    const errors = { img: 'No address.', name: 'Enter a name.', odd: 'Odd.' }
    expect(listNewPartErrors(refused(errors))).toEqual([
      ['name', 'Enter a name.'],
      ['img', 'No address.'],
    ])
  })

  it('stand above the button if they name no field', () => {
    expect(listNewPartErrors(refused({}))).toEqual([['root', title]])
  })

  it('state after a network failure that a retry is safe', () => {
    const [[field, message] = []] = listNewPartErrors(
      new CallError(toNetworkProblem(new TypeError('odd'))),
    )
    expect(field).toBe('root')
    expect(message).toMatch(/^The shop cannot be reached\..*It won't be added twice\.$/)
  })
})
