import { newPart } from '@freehub/contract/catalog/part-schemas'
import { imageAddress } from '@freehub/contract/schema-fields'
import { describe, expect, it, test } from 'vitest'
import {
  IMAGE_ADDRESS_PATTERN,
  imageAddressOf,
  newPartOf,
  nothingTyped,
  typedSoFar,
} from './new-part-draft.ts'

const chainring = {
  name: ' Chainring 44T ',
  price: '12.40',
  minimumOrder: '25',
  availableQuantity: '400',
  description: 'Five arms.\nBlack.',
  img: ' /drawings/FH-13110-2.svg ',
}

describe('a typed part', () => {
  it('is one that the shop takes', () => {
    const part = newPartOf(chainring)
    expect(newPart.parse(part)).toEqual(part)
    expect(part).toEqual({
      name: 'Chainring 44T',
      price: 12.4,
      minimumOrder: 25,
      availableQuantity: 400,
      description: 'Five arms.\nBlack.',
      img: '/drawings/FH-13110-2.svg',
    })
  })

  it.each(['0.01', '0.07', '0.29', '1.10', '8.2', '1e3', '4503.37', '999999.99'])(
    'costs to the cent what was typed: %s',
    (price) => expect(newPart.parse(newPartOf({ ...chainring, price })).price).toBe(Number(price)),
  )
})

describe('what was typed so far', () => {
  it('shows no number that is none yet', () => {
    expect(typedSoFar(nothingTyped)).toEqual({ name: '', description: '' })
  })

  it('shows no stock below nothing, no minimum of nothing, no parts of a cent', () => {
    const odd = { price: '1.239', minimumOrder: '0', availableQuantity: '-1' }
    expect(typedSoFar({ ...chainring, ...odd })).toMatchObject({
      price: undefined,
      minimumOrder: undefined,
      availableQuantity: undefined,
    })
  })

  it('shows that there is no stock', () => {
    expect(typedSoFar({ ...chainring, availableQuantity: '0' }).availableQuantity).toBe(0)
  })
})

test.each([
  ['/drawings/FH-13110-2.svg', true],
  ['/pictures/a.webp?size=2&x=%20', true],
  ['https://maker.example/a.jpg', true],
  [' https://maker.example/a.jpg ', true],
  ['//maker.example/a.jpg', false],
  ['/\\maker.example', false],
  ['http://maker.example/a.jpg', false],
  ['https://', false],
  ['https://mak er.example', false],
  ['a.jpg', false],
  ['data:image/png;base64,', false],
])('browser and shop agree on the address %j', (address, good) => {
  // As browsers read a pattern.
  expect(new RegExp(`^(?:${IMAGE_ADDRESS_PATTERN})$`, 'v').test(address)).toBe(good)
  expect(imageAddress.safeParse(address.trim()).success).toBe(good)
  expect(imageAddressOf(address)).toBe(good ? address.trim() : undefined)
})
