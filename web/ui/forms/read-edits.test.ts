import { expect, test } from 'vitest'
import { mergeEdits } from './read-edits.ts'

const fits = (key: number, size = '9/16') => [{ interface: 'pedal.crank', size, key }]

test('keeps the edits of a draft on top of the current values', () => {
  const base = { name: 'Hub', price: '4.00', description: 'Of steel.', fits: fits(1) }
  const draft = { ...base, price: '5.00', description: 'Of alloy.', fits: fits(2) }
  const current = {
    name: 'Rear hub',
    price: '9.00',
    description: 'Of steel.',
    fits: fits(3, '1/2'),
  }
  expect(mergeEdits(current, base, draft)).toEqual({
    name: 'Rear hub',
    price: '5.00',
    description: 'Of alloy.',
    fits: fits(3, '1/2'),
  })
  expect(mergeEdits(current, base, { ...base, fits: fits(2, '14 mm') }).fits).toEqual(
    fits(2, '14 mm'),
  )
})
