import { expect, test } from 'vitest'
import { parseNumber, readQuantity } from './quantity.ts'

test.each([
  ['10', 10],
  ['0010', 10],
  ['10x', 10],
  ['x10', 10],
  ['10 ×', 10],
  ['10 pcs', 10],
  ['10 pcs.', 10],
  ['10 Stk', 10],
  ['10Stück', 10],
  ['10 pièces', 10],
  ['10 pz', 10],
  ['qty: 10', 10],
  ['Menge 10', 10],
  ['1.000', 1000],
  ['1,000', 1000],
  ['1 000', 1000],
  ['1’000', 1000],
  ["1'000", 1000],
  ['10,00', 10],
  ['10.0', 10],
  ['1.250,00', 1250],
  ['1,250.00', 1250],
  ['1.589,000', 1589],
  ['1.234.567', 1_234_567],
])('reads %j as the quantity %d', (cell, value) => {
  expect(readQuantity(cell)).toMatchObject({ value, isUnclear: false })
})

test.each(['1,5', '0.25', '10 boxes', '3 Karton', '2 VPE'])(
  'marks %j as an unclear quantity',
  (cell) => {
    expect(readQuantity(cell)).toMatchObject({ value: null, isUnclear: true })
  },
)

test.each([
  '',
  '€ 5',
  '5,72 €',
  '12%',
  '-10',
  '2026-03-02',
  '02.03.2026',
  '09:14',
  '4006381333931',
  'FH-13132-7',
  '104 x 4',
  '1,00,00',
  '12.34.56',
  '1234 567',
])('reads no quantity in %j', (cell) => expect(readQuantity(cell)).toBeNull())

test('reads three digits after a separator as decimals if `separatorMeaning` requires this', () => {
  expect(readQuantity('10,000 ST', 'decimals')?.value).toBe(10)
  expect(readQuantity('1.250,000', 'decimals')?.value).toBe(1250)
  expect(parseNumber('0,305')).toBe(0.305)
})
