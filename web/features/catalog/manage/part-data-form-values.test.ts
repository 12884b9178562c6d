import type { PartData } from '@freehub/contract/catalog/parts'
import { expect, test } from 'vitest'
import {
  DIMENSION_PATTERN,
  parseDataFormValues,
  toDataFormValues,
} from './part-data-form-values.ts'

const data: PartData = {
  sku: 'FH-10110-7',
  familySlug: 'chains',
  packSize: 10,
  cartonSize: null,
  weightGrams: 7.5,
  leadTimeDays: 0,
  hsCode: null,
  attributes: {
    speeds: [6, 7],
    pin_length_mm: 7.1,
    reflex: true,
    pads: ['organic', 'sintered'],
    steerer: '1 1/8',
    code: '12',
  },
}

test('returns the same data for an unchanged form', () => {
  expect(parseDataFormValues(toDataFormValues(data), data.attributes)).toEqual(data)
})

test.each([
  ['7,1', '7,1'],
  ['7.1', 7.1],
  ['-7.10', -7.1],
  ['0', 0],
  ['007', '007'],
  ['0x10', '0x10'],
  ['1e3', '1e3'],
  ['Infinity', 'Infinity'],
  ['12345678901234567', '12345678901234567'],
  ['007, 8', '007, 8'],
  ['6, 7, 8', [6, 7, 8]],
  ['No', false],
  ['28 x 1.75', '28 x 1.75'],
  ['6, 7 or 8', '6, 7 or 8'],
])('reads the dimension %s as %j', (value, expected) => {
  const values = { ...toDataFormValues(data), dimensions: [{ name: ' size ', value }] }
  expect(parseDataFormValues(values, {}).attributes).toEqual({ size: expected })
})

/** The pattern as a browser compiles it. */
const INPUT_PATTERN = new RegExp(`^(?:${DIMENSION_PATTERN})$`, 'v')

test.each(['7,1', '1,250', '6, 7,8', '6 ,7'])(
  'refuses %s, which may be one number or two',
  (text) => {
    expect(text).not.toMatch(INPUT_PATTERN)
  },
)

test.each(['', '7.1', '7, 1', '-5, 5', '1,5 mm', 'organic, sintered'])('accepts %j', (text) => {
  expect(text).toMatch(INPUT_PATTERN)
})

test('reads a decimal comma of a weight, and thousands separators of quantities', () => {
  const numbers = { packSize: '1,200', weightGrams: '1,5', leadTimeDays: ' 7 ' }
  expect(parseDataFormValues({ ...toDataFormValues(data), ...numbers }, {})).toMatchObject({
    packSize: 1200,
    weightGrams: 1.5,
    leadTimeDays: 7,
  })
})

test('clears empty fields and removes empty dimensions', () => {
  const values = {
    ...toDataFormValues(data),
    sku: ' ',
    packSize: '',
    dimensions: [{ name: 'a', value: '' }],
  }
  expect(parseDataFormValues(values, {})).toMatchObject({
    sku: null,
    packSize: null,
    attributes: {},
  })
})
