import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { idsOf, pagesOf } from '../../../../tests/support/shop/calls.ts'
import { stockOf } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

const chainring = {
  name: 'Chainring 44T',
  price: 12.4,
  minimumOrder: 25,
  availableQuantity: 400,
  description: 'Five arms, 110 mm.\nBlack.',
  img: 'https://pictures.example/chainring.jpg',
}

test('an admin adds a part, and everybody can read it', async () => {
  const { status, body, headers } = await admin.call('POST', '/parts', chainring)
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  const part = await shop.visit('GET', `/parts/${body.insertedId}`)
  expect(part.body).toEqual({ _id: body.insertedId, ...chainring })
  expect(await stockOf(shop, body.insertedId)).toEqual({ onHand: 400, reserved: 0 })
  await checkBooks(shop)
})

test('an added part comes last in the list', async () => {
  const { body } = await admin.call('POST', '/parts', chainring)
  await waitUntil('the list ends with it', async () => {
    const pages = await pagesOf(shop.visit, '/parts')
    return pages.flatMap(idsOf).at(-1) === body.insertedId
  })
})

test('two parts may have the same name', async () => {
  const twice = await Promise.all([1, 2].map(() => admin.call('POST', '/parts', chainring)))
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
})

test('blanks around the text are dropped', async () => {
  const { body } = await admin.call('POST', '/parts', { ...chainring, name: '  Chainring  ' })
  expect((await shop.visit('GET', `/parts/${body.insertedId}`)).body.name).toBe('Chainring')
})

test('a part may begin without stock, and have a picture of the shop', async () => {
  const img = '/drawings/FH-01001-1.svg'
  const part = { ...chainring, availableQuantity: 0, img }
  expect((await admin.call('POST', '/parts', part)).status).toBe(201)
})

const refused: [field: string, values: unknown[]][] = [
  ['name', ['', '   ', 'x'.repeat(121), 7, null, 'a\u0000b']],
  ['price', ['5', [5], true, null, 0, -1, 12.345, 600_000.005, 1_000_000]],
  ['minimumOrder', ['5', [5], true, null, 0, -1, 1.5, 2 ** 53, 1_000_000_001]],
  ['availableQuantity', ['5', [5], true, null, -1, 1.5, 2 ** 53, 1_000_000_001]],
  ['description', ['', 'x'.repeat(2001), 7, '\u0007']],
  [
    'img',
    [
      '',
      'http://pictures.example/a.jpg',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      '//pictures.example/a.jpg',
      'a.jpg',
      'https://pictures.example/\u0000',
      `https://pictures.example/${'x'.repeat(2000)}`,
      7,
    ],
  ],
]

test.each(refused)('%s is refused when it is not as it must be', async (field, values) => {
  for (const value of values) {
    const answer = await admin.call('POST', '/parts', { ...chainring, [field]: value })
    expect([value, answer.status, answer.body.code]).toEqual([value, 400, 'input_invalid'])
    expect(Object.keys(answer.body.errors)).toEqual([field])
  }
  const { [field as keyof typeof chainring]: _, ...without } = chainring
  const answer = await admin.call('POST', '/parts', without)
  expect(Object.keys(answer.body.errors)).toEqual([field])
})

test('a number too large for any number is refused', async () => {
  const text = JSON.stringify(chainring).replace('400', '1e400')
  const { status, body } = await admin.call('POST', '/parts', text)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['availableQuantity']])
})

test('a field that nobody asked for is refused', async () => {
  const { status, body } = await admin.call('POST', '/parts', { ...chainring, reserved: 5 })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['reserved']])
})
