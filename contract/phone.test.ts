import { expect, test } from 'vitest'
import { isE164Phone, normalizePhone } from './phone.ts'

test.each([
  ['+4940555012', '+4940555012'],
  [' +49 40 5550-12 ', '+4940555012'],
  ['0049 40 555012', '+4940555012'],
  ['+49 (0)40 555012', '+4940555012'],
  ['+1 (202) 555.0143', '+12025550143'],
])('normalizes the phone number %s', (input, normalized) => {
  expect(normalizePhone(input)).toBe(normalized)
  expect(isE164Phone(normalized)).toBe(true)
})

test.each([
  '',
  '040 555012',
  '+0 40 555012',
  '+49',
  '+4940555012345678',
  '+49 call me',
  '+٤٩٤٠٥٥٥٠١٢',
])('rejects %j as a phone number', (input) => {
  expect(isE164Phone(normalizePhone(input))).toBe(false)
})
