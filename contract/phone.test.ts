import { expect, test } from 'vitest'
import { isTextablePhone, normalPhone } from './phone.ts'

test.each([
  ['+4940555012', '+4940555012'],
  [' +49 40 5550-12 ', '+4940555012'],
  ['0049 40 555012', '+4940555012'],
  ['+49 (0)40 555012', '+4940555012'],
  ['+1 (202) 555.0143', '+12025550143'],
])('a number may be written for the eye: %s', (written, normal) => {
  expect(normalPhone(written)).toBe(normal)
  expect(isTextablePhone(normal)).toBe(true)
})

test.each([
  '',
  '040 555012',
  '+0 40 555012',
  '+49',
  '+4940555012345678',
  '+49 call me',
  '+٤٩٤٠٥٥٥٠١٢',
])('no text can be sent to %s', (written) => {
  expect(isTextablePhone(normalPhone(written))).toBe(false)
})
