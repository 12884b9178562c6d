import type { PartDetails } from '@freehub/contract/catalog/parts'
import { expect, test } from 'vitest'
import { chooseColumns, formatCell, formatLowestPrice, listAttributes } from './choose-columns.ts'

const chain = (attributes: PartDetails['attributes'], familySlug = 'chains') =>
  ({ familySlug, attributes }) as PartDetails
const chains = [
  chain({ speeds: [6, 7], pitch_mm: 12.7, roller_mm: 7.75, links: 116, color: 'brown', pin_mm: 7 }),
  chain({ speeds: [9], pitch_mm: 12.7, roller_mm: 7.75, links: 138, coated: true, pin_mm: 6.6 }),
  chain({
    speeds: [9],
    pitch_mm: 12.7,
    roller_mm: 7.75,
    links: 116,
    pin_mm: 6.6,
    sold_as: 'piece',
  }),
]

test('makes columns of attributes that most parts have, in their order, first those that differ', () => {
  expect(chooseColumns(chains)).toEqual(['speeds', 'links', 'pin_mm', 'pitch_mm'])
  const twelveSpeed = chain({ speeds: [12], pitch_mm: 12.7, links: 116, pin_mm: 5.2 })
  expect(chooseColumns([...chains, twelveSpeed])).toEqual(['speeds', 'links', 'pin_mm', 'pitch_mm'])
  expect(chooseColumns([chain({ pin_mm: 5.2 }), chain({ pin_mm: 7 }), ...chains])).toEqual([
    'pin_mm',
    'speeds',
    'links',
    'pitch_mm',
  ])
})

test('leaves out a column that does not fit beside the others, and keeps narrower ones', () => {
  const attributesOf = (digit: number) => ({
    a: `${digit} and 12 more`,
    b: `${digit} and 12 more`,
    c: `${digit} or more`,
    d: 'x',
  })
  expect(chooseColumns([chain(attributesOf(1)), chain(attributesOf(2))])).toEqual(['a', 'b', 'd'])
})

test('has no column for an attribute with a value that is too long for one line', () => {
  const attributes = { pin_mm: 7, finish: 'nickel plated and browned' }
  expect(chooseColumns([chain(attributes)])).toEqual(['pin_mm'])
})

test('has no columns for parts of several families', () => {
  expect(chooseColumns([...chains, chain({ speeds: [9] }, 'cassettes')])).toEqual([])
  expect(chooseColumns([])).toEqual([])
})

test('formats values with their units, and missing values as a dash', () => {
  expect(formatCell(chains[0], 'pin_mm')).toBe('7 mm')
  expect(formatCell(chains[0], 'coated')).toBe('–')
  expect(formatCell(undefined, 'pin_mm')).toBe('–')
  expect(formatCell(chain({ teeth: [11, 13, 15, 18] }), 'teeth')).toBe('11–18')
  expect(formatCell(chain({ speeds: [6, 7, 8] }), 'speeds')).toBe('6, 7, 8')
  const part = chain({ sold_as: 'set', speeds: [6, 7], pitch_mm: 12.7 })
  expect(listAttributes(part, [])).toEqual(['Speeds 6, 7', 'Pitch 12.7 mm'])
  expect(listAttributes(part, ['links', 'pitch_mm'])[0]).toMatch(/^Pitch/)
})

test('formats the lowest price with its quantity, and none without price steps', () => {
  const priceTiers = [
    { fromQuantity: 20, price: 6.1 },
    { fromQuantity: 1200, price: 5.36 },
  ]
  expect(formatLowestPrice({ ...chain({}), priceTiers })).toBe('$5.36 from\u00a01,200')
  expect(formatLowestPrice({ ...chain({}), priceTiers: [] })).toBeUndefined()
})
