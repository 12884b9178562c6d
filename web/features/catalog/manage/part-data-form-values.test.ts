import type { PartData } from '@freehub/contract/catalog/parts'
import { expect, test } from 'vitest'
import { parseDataFormValues, toDataFormValues } from './part-data-form-values.ts'

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
  ['7,1', [7, 1]],
  ['7.1', 7.1],
  ['6, 7, 8', [6, 7, 8]],
  ['No', false],
  ['28 x 1.75', '28 x 1.75'],
  ['6, 7 or 8', '6, 7 or 8'],
])('reads the dimension %s as %j', (value, expected) => {
  const values = { ...toDataFormValues(data), dimensions: [{ name: ' size ', value }] }
  expect(parseDataFormValues(values, {}).attributes).toEqual({ size: expected })
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
