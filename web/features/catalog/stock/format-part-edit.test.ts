import { expect, test } from 'vitest'
import { formatEdit } from './format-part-edit.ts'

test('formats each field with its old and new value, but not the description', () => {
  const changes = [
    { field: 'price', from: 4.2, to: 1234.5 },
    { field: 'minimumOrder', from: 10, to: 1000 },
    { field: 'name', from: 'Chain', to: 'Chain 9-speed' },
    { field: 'sku', from: 'OLD-1', to: null },
    { field: 'packSize', from: null, to: 1000 },
    { field: 'weightGrams', from: 7.5, to: 305 },
    { field: 'leadTimeDays', from: 1, to: 14 },
    { field: 'priceTiers', from: null, to: '300:5.72|1000:5.10' },
    { field: 'orderMultiple', from: null, to: 10 },
    { field: 'description', from: 'Short.', to: 'Long.' },
  ] as const
  expect(formatEdit({ kind: 'changed', changes: [...changes] })).toEqual([
    'Price from $4.20 to $1,234.50',
    'Minimum order from 10 pcs to 1,000 pcs',
    'Name from “Chain” to “Chain 9-speed”',
    'Part number from “OLD-1” to none',
    'Pack from none to 1,000 pcs',
    'Weight from 7.5 g to 305 g',
    'Lead time from 1 day to 14 days',
    'Price steps from none to $5.72 from 300 pcs, $5.10 from 1,000 pcs',
    'Order multiple from none to 10 pcs',
    'Description changed',
  ])
  expect(formatEdit({ kind: 'deleted', changes: [] })).toEqual(['Removed from sale'])
  expect(formatEdit({ kind: 'restored', changes: [] })).toEqual(['Put back on sale'])
})
