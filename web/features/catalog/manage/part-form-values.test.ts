import { newPart } from '@freehub/contract/catalog/part-schemas'
import { imageUrl } from '@freehub/contract/schema-fields'
import { describe, expect, it, test } from 'vitest'
import {
  emptyPartValues,
  IMAGE_URL_PATTERN,
  parseImageUrl,
  toNewPart,
  toPreview,
} from './part-form-values.ts'

const chainring = {
  name: ' Chainring 44T ',
  price: '12.40',
  minimumOrder: '25',
  availableQuantity: '400',
  description: 'Five arms.\nBlack.',
  img: ' /drawings/FH-13110-2.svg ',
}

describe('toNewPart', () => {
  it('returns a part that the contract accepts', () => {
    const part = toNewPart(chainring)
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

  it.each(['0.01', '0.07', '0.29', '1.10', '8.2', '4503.37', '999999.99'])(
    'keeps the price %s to the cent',
    (price) => expect(newPart.parse(toNewPart({ ...chainring, price })).price).toBe(Number(price)),
  )
})

test('reads a decimal comma and thousands separators', () => {
  const numbers = { price: '4,50', minimumOrder: '1,200', availableQuantity: '12.000' }
  const part = { price: 4.5, minimumOrder: 1200, availableQuantity: 12_000 }
  expect(toNewPart({ ...chainring, ...numbers })).toMatchObject(part)
  expect(toPreview({ ...chainring, ...numbers })).toMatchObject(part)
})

describe('toPreview', () => {
  it('omits missing numbers', () => {
    expect(toPreview(emptyPartValues)).toEqual({ name: '', description: '' })
  })

  it('omits negative stock, a minimum of zero and fractions of a cent', () => {
    const odd = { price: '1.239', minimumOrder: '0', availableQuantity: '-1' }
    expect(toPreview({ ...chainring, ...odd })).toMatchObject({
      price: undefined,
      minimumOrder: undefined,
      availableQuantity: undefined,
    })
  })

  it('keeps a stock of zero', () => {
    expect(toPreview({ ...chainring, availableQuantity: '0' }).availableQuantity).toBe(0)
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
])('browser and server agree whether the image URL %j is valid', (url, isValid) => {
  // Browsers compile the pattern attribute this way.
  expect(new RegExp(`^(?:${IMAGE_URL_PATTERN})$`, 'v').test(url)).toBe(isValid)
  expect(imageUrl.safeParse(url.trim()).success).toBe(isValid)
  expect(parseImageUrl(url)).toBe(isValid ? url.trim() : undefined)
})
