import { expect, test } from 'vitest'
import { showFieldErrors } from './show-field-errors.ts'

test('shows every error and focuses only the first field', () => {
  const shown: unknown[] = []
  showFieldErrors<{ phone: string; address: string }>(
    (field, { message }, options) => shown.push([field, message, options?.shouldFocus]),
    [
      ['root', 'Not saved.'],
      ['phone', 'Enter a phone number.'],
      ['address', 'Enter an address.'],
    ],
  )
  expect(shown).toEqual([
    ['root', 'Not saved.', false],
    ['phone', 'Enter a phone number.', true],
    ['address', 'Enter an address.', false],
  ])
})
