import { expect, test } from 'vitest'
import { QUANTITY_MAXIMUM } from '../constants.ts'
import {
  drawingPreviewRequest,
  exportQuery,
  fitEntry,
  hasUniqueEntries,
  stockChange,
} from './part-schemas.ts'

test.each([
  { size: '10' },
  { after: '01890a5d-ac96-774b-bcce-b302099a8057' },
  { sort: 'price-asc' },
])('an export rejects the list parameter %j', (query) => {
  expect(exportQuery.safeParse({}).success).toBe(true)
  expect(exportQuery.safeParse(query).error?.issues[0]?.code).toBe('unrecognized_keys')
})

test.each([
  [1, true],
  [QUANTITY_MAXIMUM, true],
  [-QUANTITY_MAXIMUM, true],
  [QUANTITY_MAXIMUM + 1, false],
  [-QUANTITY_MAXIMUM - 1, false],
  [0, false],
])('a stock change of %i pieces is accepted: %s', (pieces, isAccepted) => {
  expect(stockChange.safeParse({ pieces, reason: 'Counted again' }).success).toBe(isAccepted)
})

test.each([
  [0, false],
  [1, true],
  [40, true],
  [41, false],
])('an attribute with a list of %i values is accepted: %s', (count, isAccepted) => {
  const attributes = { teeth: Array(count).fill(11) }
  expect(drawingPreviewRequest.safeParse({ familySlug: null, attributes }).success).toBe(isAccepted)
})

test.each([
  ['interface', 60, true],
  ['interface', 61, false],
  ['size', 60, true],
  ['size', 61, false],
])('a fit entry whose %s has %i characters is accepted: %s', (field, length, isAccepted) => {
  const entry = { interface: 'rim', role: 'offers', size: '622', [field]: 'x'.repeat(length) }
  expect(fitEntry.safeParse(entry).success).toBe(isAccepted)
})

test('refuses the same interface, role and size twice, but accepts another role', () => {
  const rim = { interface: 'rim', role: 'offers', size: '622' } as const
  const tyre = { ...rim, role: 'needs' } as const
  expect([hasUniqueEntries([rim, tyre]), hasUniqueEntries([rim, tyre, { ...rim }])]).toEqual([
    true,
    false,
  ])
})
