import type { Part } from '@freehub/contract/catalog/parts'
import { expect, test } from 'vitest'
import { diffDraft, toDraft } from './edit-part-draft.ts'

const part: Part = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Pedal',
  description: 'A pedal.\nOf steel.',
  img: 'https://pictures.example/pedal.jpg',
  price: 12.5,
  availableQuantity: 40,
  minimumOrder: 10,
}

test('returns no change for an unchanged draft', () => {
  expect(diffDraft(part, toDraft(part))).toBeUndefined()
  expect(diffDraft(part, { ...toDraft(part), price: '12.50', name: ' Pedal ' })).toBeUndefined()
})

test('returns the changed fields with the seen price and minimum order', () => {
  const draft = { ...toDraft(part), name: 'Pedal, steel', price: '11' }
  expect(diffDraft(part, draft)).toEqual({ name: 'Pedal, steel', price: 11, seen: { price: 12.5 } })
  expect(diffDraft(part, { ...toDraft(part), minimumOrder: '20' })).toEqual({
    minimumOrder: 20,
    seen: { minimumOrder: 10 },
  })
})

test('ignores the stock', () => {
  expect(diffDraft(part, { ...toDraft(part), availableQuantity: '7' })).toBeUndefined()
})
