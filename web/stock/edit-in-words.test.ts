import { expect, test } from 'vitest'
import { editInWords } from './edit-in-words.ts'

test('an edit says each field with what it was and what it became, but not the long texts', () => {
  const changes = [
    { field: 'price', from: 4.2, to: 1234.5 },
    { field: 'minimumOrder', from: 10, to: 1000 },
    { field: 'name', from: 'Chain', to: 'Chain 9-speed' },
    { field: 'description', from: 'Short.', to: 'Long.' },
  ] as const
  expect(editInWords({ kind: 'changed', changes: [...changes] })).toEqual([
    'Price from $4.20 to $1,234.50',
    'Minimum order from 10 pcs to 1,000 pcs',
    'Name from “Chain” to “Chain 9-speed”',
    'Description changed',
  ])
  expect(editInWords({ kind: 'deleted', changes: [] })).toEqual(['Deleted'])
})
