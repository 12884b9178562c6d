import type { Part } from '@freehub/contract/catalog/parts'
import { expect, test } from 'vitest'
import { changeOf, draftOf } from './edit-part-draft.ts'

const part: Part = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Pedal',
  description: 'A pedal.\nOf steel.',
  img: 'https://pictures.example/pedal.jpg',
  price: 12.5,
  availableQuantity: 40,
  minimumOrder: 10,
}

test('who types nothing new changes nothing', () => {
  expect(changeOf(part, draftOf(part))).toBeUndefined()
  expect(changeOf(part, { ...draftOf(part), price: '12.50', name: ' Pedal ' })).toBeUndefined()
})

test('what was typed anew is sent, with the price and minimum that stood there', () => {
  const draft = { ...draftOf(part), name: 'Pedal, steel', price: '11' }
  expect(changeOf(part, draft)).toEqual({ name: 'Pedal, steel', price: 11, seen: { price: 12.5 } })
  expect(changeOf(part, { ...draftOf(part), minimumOrder: '20' })).toEqual({
    minimumOrder: 20,
    seen: { minimumOrder: 10 },
  })
})

test('the stock is changed elsewhere', () => {
  expect(changeOf(part, { ...draftOf(part), availableQuantity: '7' })).toBeUndefined()
})
