import { describe, expect, it } from 'vitest'
import { CallError, silence } from '../../../api/call-error.ts'
import { newPartRefusal } from './new-part-refusal.ts'

const title = 'Something in the request is not as it must be.'
const refused = (errors: Record<string, string>) =>
  new CallError({ type: 'about:blank', title, status: 400, code: 'input_invalid', errors })

describe('a product that was not added', () => {
  it('is told under the fields it is about', () => {
    const errors = { img: 'No address.', name: 'Give the part a name.', odd: 'Odd.' }
    expect(newPartRefusal(refused(errors))).toEqual([
      ['name', 'Give the part a name.'],
      ['img', 'No address.'],
    ])
  })

  it('is told above the button otherwise', () => {
    expect(newPartRefusal(refused({}))).toEqual([['root', title]])
  })

  it('can be sent again when nothing answered', () => {
    const [[field, message] = []] = newPartRefusal(new CallError(silence(new TypeError('odd'))))
    expect(field).toBe('root')
    expect(message).toMatch(/^The shop cannot be reached\..*It is not added twice\.$/)
  })
})
