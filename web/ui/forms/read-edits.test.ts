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

test('merges the rows of a list that both the user and another user have changed', () => {
  const merge = (base: string, current: string, draft: string) => {
    const [baseRows, currentRows, draftRows] = [base, current, draft].map((text) => ({
      steps: text.split(' ').map((row) => {
        const [from = '', price = ''] = row.split(':')
        return { from, price }
      }),
    })) as [Steps, Steps, Steps]
    return mergeEdits(currentRows, baseRows, draftRows, { steps: 'from' })
      .steps.map(({ from, price }) => `${from}:${price}`)
      .join(' ')
  }
  const base = '50:6 100:5 200:4'
  expect(merge(base, '50:6 100:5 200:3', '50:6 100:4.5 200:4')).toBe('50:6 100:4.5 200:3')
  expect(merge(base, '50:6 100:5 200:4 1000:3', '75:5.5 100:5 200:4')).toBe(
    '75:5.5 100:5 200:4 1000:3',
  )
  expect(merge(base, '50:6 100:4.9 200:4', '50:6 100:4.5 200:4')).toBe('50:6 100:4.5 200:4')
  expect(merge(base, '50:6 200:4', '50:6 100:4.5 200:4')).toBe('50:6 100:4.5 200:4')
  expect(merge(base, base, '200:4 50:6')).toBe('200:4 50:6')
})

interface Steps {
  steps: { from: string; price: string }[]
}
