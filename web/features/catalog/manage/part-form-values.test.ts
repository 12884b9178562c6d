import { newPart } from '@freehub/contract/catalog/part-schemas'
import type { Part } from '@freehub/contract/catalog/parts'
import { imageUrl } from '@freehub/contract/schema-fields'
import { describe, expect, it, test } from 'vitest'
import { CallError, toNetworkProblem } from '../../../api/call-error.ts'
import {
  diffPart,
  emptyPartValues,
  IMAGE_URL_PATTERN,
  parseImageUrl,
  toNewPart,
  toPartFormValues,
  toPreview,
} from './part-form-values.ts'
import { emptyProduct, listNewProductErrors } from './product-form-values.ts'

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

  it.each(['0.01', '0.07', '0.29', '1.10', '8.2', '1e3', '4503.37', '999999.99'])(
    'keeps the price %s to the cent',
    (price) => expect(newPart.parse(toNewPart({ ...chainring, price })).price).toBe(Number(price)),
  )
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

const part: Part = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Pedal',
  description: 'A pedal.\nOf steel.',
  img: 'https://pictures.example/pedal.jpg',
  price: 12.5,
  availableQuantity: 40,
  minimumOrder: 10,
}

test('returns no change for an unchanged form', () => {
  expect(diffPart(part, toPartFormValues(part))).toBeUndefined()
  expect(
    diffPart(part, { ...toPartFormValues(part), price: '12.50', name: ' Pedal ' }),
  ).toBeUndefined()
})

test('returns the changed fields with the seen price and minimum order', () => {
  const values = { ...toPartFormValues(part), name: 'Pedal, steel', price: '11' }
  expect(diffPart(part, values)).toEqual({ name: 'Pedal, steel', price: 11, seen: { price: 12.5 } })
  expect(diffPart(part, { ...toPartFormValues(part), minimumOrder: '20' })).toEqual({
    minimumOrder: 20,
    seen: { minimumOrder: 10 },
  })
})

test('ignores a changed stock', () => {
  expect(diffPart(part, { ...toPartFormValues(part), availableQuantity: '7' })).toBeUndefined()
})

const title = 'Something in the request is not as it must be.'
const refused = (errors: Record<string, string>) =>
  new CallError({ type: 'about:blank', title, status: 400, code: 'input_invalid', errors })

const listErrors = (error: unknown) => listNewProductErrors(error, emptyProduct)

describe('errors of a product that was not added', () => {
  it('appear under their fields', () => {
    const errors = { img: 'No address.', name: 'Enter a name.', odd: 'Odd.' }
    expect(listErrors(refused(errors))).toEqual([
      ['name', 'Enter a name.'],
      ['img', 'No address.'],
    ])
  })

  it('appear above the button if they belong to no field', () => {
    expect(listErrors(refused({}))).toEqual([['root', title]])
  })

  it('state after a network failure that a retry is safe', () => {
    const [[field, message] = []] = listErrors(
      new CallError(toNetworkProblem(new TypeError('odd'))),
    )
    expect(field).toBe('root')
    expect(message).toMatch(/^The shop cannot be reached\..*It won’t be added twice\.$/)
  })
})
