import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPartCode, addPartWithSku } from '../../../tests/support/shop/part-codes.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

let customer: TestUser

const shop = await startTestShop()
const chain = await addPartWithSku(shop, 'FH-10110-7', { name: 'Holm chain, 6/7/8-speed' })
const rotor = await addPartWithSku(shop, 'FH-13132-7', { name: 'Varde rotor, 160 mm' })
const old = await addPartWithSku(shop, 'FH-15112-4', { name: 'Dray saddle' })
const successor = await addPartWithSku(shop, 'FH-15113-2', {
  name: 'Dray saddle 2',
  supersedes: 'FH-15112-4',
})
await shop.db.updateTable('parts').set({ deleted_at: new Date() }).where('id', '=', old).execute()
await addPartCode(shop, rotor, 'gtin', '4006381333931')
await addPartCode(shop, chain, 'competitor', 'HX-91000', 'Tarnholt')
afterAll(() => shop.close())
beforeEach(async () => {
  customer = await addCustomer(shop)
})

const send = (texts: unknown) => customer.call('POST', '/api/order-pad/alternatives', { texts })
const find = async (text: string) => (await send([text])).body.matches[0]

describe('an unknown code', () => {
  test.each([
    ['SKU', 'FH-13132-1', () => ({ productId: rotor, matchedBy: 'sku' })],
    ['GTIN', '4006381333913', () => ({ productId: rotor, matchedBy: 'gtin' })],
    [
      'competitor’s number',
      'HX-9100',
      () => ({ productId: chain, matchedBy: 'competitor', brand: 'Tarnholt' }),
    ],
    [
      'superseded number',
      'FH-15112-5',
      () => ({ productId: successor, matchedBy: 'superseded', replaces: 'FH-15112-4' }),
    ],
  ])('finds the part whose %s is one edit away', async (_, text, expected) => {
    expect(await find(text)).toMatchObject([expected()])
  })

  test('finds the part of a similar own number of the user, but not of another user’s number', async () => {
    await customer.call('PUT', '/api/own-numbers', { code: 'MY-70001', productId: chain })
    expect(await find('MY-70002')).toMatchObject([{ productId: chain, matchedBy: 'own' }])
    customer = await addCustomer(shop)
    expect(await find('MY-70002')).toEqual([])
  })
})

test('finds the results of the catalog search for a text, even if only its first words match', async () => {
  const match = { productId: rotor, matchedBy: 'search' }
  expect(await find('varde rotor')).toMatchObject([match])
  expect(await find('Varde rotor 160 for the green bicycle of Ada')).toMatchObject([match])
  expect(await find('unicycle')).toEqual([])
})

test('searches for some words of a text only if no part contains its first three words', async () => {
  await shop.db.insertInto('families').values({ code: '99', name: 'Saddles' }).execute()
  const other = await addPart(shop, { name: 'Alder saddle, green' })
  expect(await find('Dray saddle 2, green, lether')).toMatchObject([{ productId: successor }])
  expect(await find('Holm green saddle')).toMatchObject([
    { productId: other },
    { productId: successor },
  ])
})

test('returns the matches in the order of the texts, and each part once', async () => {
  const { status, body } = await send(['unicycle', 'FH-13132-1', 'varde rotor'])
  expect(status).toBe(200)
  expect(body.matches.map((found: object[]) => found.length)).toEqual([0, 1, 1])
  expect(body.parts).toMatchObject([{ productId: rotor, sku: 'FH-13132-7', minimumOrder: 10 }])
})

test('returns at most five alternatives for a text', async () => {
  for (let n = 0; n < 7; n++)
    await addPartCode(shop, await addPart(shop), 'competitor', `ZX-5000${n}`, 'Vexley')
  expect(await find('ZX-5000')).toHaveLength(5)
})

test('refuses more than 20 texts, texts that are too long, and empty texts', async () => {
  const errorOf = async (texts: unknown) => Object.values((await send(texts)).body.errors)[0]
  expect(await errorOf(Array(21).fill('a'))).toBe('Send at most 20 texts at a time.')
  expect(await errorOf(['x'.repeat(81)])).toBe('At most 80 characters.')
  expect(await errorOf([' '])).toBe('Enter a number or a name.')
  expect(await errorOf(['a\u0000'])).toBe('Control characters are not allowed.')
  expect(await errorOf([])).toBe('Send at least one text.')
})

test('allows each user thirty requests a minute', async () => {
  for (let n = 0; n < 30; n++) expect((await send(['-'])).status).toBe(200)
  const refused = await send(['-'])
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
})
