import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes, fetchPages, readIds } from '../../../../tests/support/shop/api-client.ts'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const chainring = {
  name: 'Chainring 44T',
  price: 12.4,
  minimumOrder: 25,
  availableQuantity: 400,
  description: 'Five arms, 110 mm.\nBlack.',
  img: 'https://pictures.example/chainring.jpg',
}

test('lets an admin add a part that visitors can read', async () => {
  const { status, body, headers } = await admin.call('POST', '/parts', chainring)
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  const part = await shop.call('GET', `/parts/${body.insertedId}`)
  expect(part.body).toEqual({ _id: body.insertedId, ...chainring })
  expect(await readStock(shop, body.insertedId)).toEqual({ onHand: 400, reserved: 0 })
  await expectConsistentLedger(shop)
})

test('lists an added part last', async () => {
  const { body } = await admin.call('POST', '/parts', chainring)
  await waitUntil('the list ends with the part', async () => {
    const pages = await fetchPages(shop.call, '/parts')
    return pages.flatMap(readIds).at(-1) === body.insertedId
  })
})

test('accepts two parts with the same name', async () => {
  const responses = await Promise.all([1, 2].map(() => admin.call('POST', '/parts', chainring)))
  expect(responses.map(({ status }) => status)).toEqual([201, 201])
})

test('adds a part once for repeated requests with the same idempotency key', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = (more = {}) => admin.call('POST', '/parts', { ...chainring, ...more }, headers)
  const responses = await runInLockOrder(shop.db, lockRow('users', admin.id), [send, send, send])
  expect(countOutcomes(responses)).toEqual({ '201': 3 })
  expect(new Set(responses.map(({ body }) => body.insertedId)).size).toBe(1)
  const other = await send({ price: 5 })
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  const invalid = await admin.call('POST', '/parts', chainring, { 'idempotency-key': 'a key' })
  expect([invalid.status, invalid.body.code]).toEqual([400, 'input_invalid'])
})

test('trims text fields', async () => {
  const { body } = await admin.call('POST', '/parts', { ...chainring, name: '  Chainring  ' })
  expect((await shop.call('GET', `/parts/${body.insertedId}`)).body.name).toBe('Chainring')
})

test('accepts a part without stock and with a drawing of the shop as its image', async () => {
  const img = '/drawings/FH-01001-1.svg'
  const part = { ...chainring, availableQuantity: 0, img }
  expect((await admin.call('POST', '/parts', part)).status).toBe(201)
})

const invalidValues: [field: string, values: unknown[]][] = [
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

test.each(invalidValues)('refuses invalid values of %s', async (field, values) => {
  for (const value of values) {
    const response = await admin.call('POST', '/parts', { ...chainring, [field]: value })
    expect([value, response.status, response.body.code]).toEqual([value, 400, 'input_invalid'])
    expect(Object.keys(response.body.errors)).toEqual([field])
  }
  const { [field as keyof typeof chainring]: _, ...without } = chainring
  const response = await admin.call('POST', '/parts', without)
  expect(Object.keys(response.body.errors)).toEqual([field])
})

test('refuses a number that overflows', async () => {
  const text = JSON.stringify(chainring).replace('400', '1e400')
  const { status, body } = await admin.call('POST', '/parts', text)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['availableQuantity']])
})

test('refuses unknown fields', async () => {
  const { status, body } = await admin.call('POST', '/parts', { ...chainring, reserved: 5 })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['reserved']])
})
