import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasLostDigits,
  isPartNumber,
  listCodeKeys,
  listPartNumberCorrections,
  toCodeKey,
} from './codes.ts'

test.each([
  ['FH-13132-7', 'FH131327'],
  [' fh 13132\u00a07 ', 'FH131327'],
  ['ＦＨ－１３１３２－７', 'FH131327'],
  ['\ufeff4006381333931', '04006381333931'],
  ['4 006381 333931', '04006381333931'],
  ['036000291452', '00036000291452'],
  ['4006381333932', '4006381333932'],
  ['Kette blau / 7', 'KETTEBLAU7'],
  ['Größe 1', 'GRÖSSE1'],
  ['', ''],
])('the key of %j is %j', (text, key) => expect(toCodeKey(text)).toBe(key))

test.each([
  ['13132-7', 'FH131327'],
  ['000000000000131327', 'FH131327'],
  ['00RT', '00RT'],
  ['36000291452', '00036000291452'],
  ['4006381333931.00', '04006381333931'],
])('also looks for the code %j by the key %j', (text, key) =>
  expect(listCodeKeys(text)).toContain(key),
)

test.each(['24.12.26', '2.412,26', '241,226', '24-12-26'])(
  'does not look for the date or amount %j as a part number',
  (text) => {
    expect(isPartNumber('FH241226')).toBe(true)
    expect(listCodeKeys(text)).toEqual(['241226'])
  },
)

const digits = fc.stringMatching(/^\d{5}$/)
const partNumber = digits.map((five) => {
  const check = [...'0123456789'].find((digit) => isPartNumber(`FH${five}${digit}`))
  return `FH${five}${check}`
})

test('corrects a replaced, missing, additional or swapped character at each position of a part number', () => {
  fc.assert(
    fc.property(partNumber, fc.nat(7), fc.constantFrom(...'0123456789FHX'), (number, at, one) => {
      const after = number.slice(at + 1)
      for (const typo of [
        number.slice(0, at) + one + after,
        number.slice(0, at) + after,
        number.slice(0, at) + one + number.slice(at),
        number.slice(0, at) + after.charAt(0) + number.charAt(at) + after.slice(1),
      ]) {
        if (!isPartNumber(typo)) expect(listPartNumberCorrections(typo)).toContain(number)
        expect(listPartNumberCorrections(typo).every(isPartNumber)).toBe(true)
      }
    }),
  )
})

test.each(['FH131327', 'FH1', 'RT1606', '4006381333931', 'ABCDEFGH', ''])(
  'returns no corrections for %j',
  (key) => expect(listPartNumberCorrections(key)).toEqual([]),
)

test('corrects a part number without FH', () => {
  expect(listPartNumberCorrections('131321')).toContain('FH131327')
})

test.each(['4.00638E+12', '4,00638E+12', '4E+12', '4.00638e+12', '########', '4006380000000'])(
  'recognises %j as a number whose digits a spreadsheet has rounded or hidden',
  (text) => expect(hasLostDigits(text)).toBe(true),
)

test.each(['4006381333931', '4006381000000', '100000', '4E12', 'E+12', '4.00638', '#1', ''])(
  'does not regard %j as a number with lost digits',
  (text) => expect(hasLostDigits(text)).toBe(false),
)
