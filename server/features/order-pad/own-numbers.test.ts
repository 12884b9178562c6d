import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

let customer: TestUser
let other: TestUser

const shop = await startTestShop()
const chain = await addPart(shop, { name: 'Holm chain' })
const rotor = await addPart(shop, { name: 'Holm rotor' })
afterAll(() => shop.close())
beforeEach(async () => {
  customer = await addCustomer(shop)
  other = await addCustomer(shop)
})

const put = (
  code: string,
  productId: string,
  more: { replacedProductId?: string; replacedCode?: string } = {},
  user = customer,
) => user.call('PUT', '/api/own-numbers', { code, productId, ...more })
const remove = (code: string, user = customer) =>
  user.call('DELETE', `/api/own-numbers/${encodeURIComponent(code)}`)
const list = async (query = '', user = customer) =>
  (await user.call('GET', `/api/own-numbers${query}`)).body

const addNumbers = (user: TestUser, count: number) =>
  sql`insert into own_numbers (user_id, key, code, part_id)
    select ${user.id}, 'N' || n, 'n-' || n, ${chain} from generate_series(1, ${count}::int) n`.execute(
    shop.db,
  )

test('stores an own number and returns it with its part', async () => {
  const { status, body } = await put(' rt/160-6 ', rotor)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: 'RT1606',
    code: 'rt/160-6',
    productId: rotor,
    name: 'Holm rotor',
    sku: null,
    img: expect.any(String),
    isOnSale: true,
    changedAt: expect.any(String),
  })
  expect(await list()).toEqual([body])
})

test('stores a repeated number once, with the last spelling', async () => {
  await put('RT-160-6', rotor)
  await put('rt 160 6', rotor)
  expect(await list()).toMatchObject([{ _id: 'RT1606', code: 'rt 160 6' }])
})

test('matches a customer’s own numbers for staff, and refuses this to other customers', async () => {
  await put('VN-77', rotor)
  const staff = await addAdmin(shop)
  const match = async (user: TestUser, query = '') =>
    (await user.call('POST', `/api/order-pad/rows${query}`, { rows: [['VN-77', '10']] })).body
  const client = `?client=${customer.email}`
  expect((await match(staff)).rows[0].matches).toEqual([])
  expect((await match(staff, client)).rows[0].matches).toMatchObject([
    { productId: rotor, matchedBy: 'own' },
  ])
  expect((await match(other, client)).code).toBe('email_foreign')
  expect((await match(staff, '?client=nobody@example.com')).code).toBe('user_missing')
})

test('replaces the part of an own number only if the request names the replaced part', async () => {
  await put('RT-160-6', rotor)
  const refused = await put('RT-160-6', chain)
  expect([refused.status, refused.body.code]).toEqual([409, 'own_number_used'])
  expect(refused.body.detail).toContain('Holm rotor')
  expect((await put('RT-160-6', chain, { replacedProductId: rotor })).status).toBe(200)
  const stale = await put('RT-160-6', await addPart(shop), { replacedProductId: rotor })
  expect(stale.body.code).toBe('own_number_used')
  expect(await list()).toMatchObject([{ productId: chain }])
})

test('refuses unknown and deleted parts, and numbers that are too long or have neither a letter nor a digit', async () => {
  const deleted = await addPart(shop)
  await sql`update parts set deleted_at = now() where id = ${deleted}`.execute(shop.db)
  expect((await put('A-1', crypto.randomUUID())).body.code).toBe('part_missing')
  expect((await put('A-1', deleted)).body.code).toBe('part_missing')
  expect((await put('-/-', chain)).body.errors).toEqual({
    code: 'Enter at least one letter or digit.',
  })
  expect((await put('x'.repeat(41), chain)).body.errors).toEqual({ code: 'At most 40 characters.' })
  // The key of this character has 18 characters.
  expect((await put('ﷺ'.repeat(3), chain)).body.errors).toEqual({ code: 'At most 40 characters.' })
  expect(await list()).toEqual([])
})

test('lists and finds the user’s own numbers page by page, but no numbers of other users', async () => {
  await addNumbers(customer, 5)
  await put('N-1', rotor, {}, other)
  const first = await customer.call('GET', '/api/own-numbers?size=3')
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(first.headers.get('link')).toContain('after=N3')
  expect(await list('?size=3&after=N3')).toMatchObject([{ _id: 'N4' }, { _id: 'N5' }])
  expect(await list('?search=n-5')).toMatchObject([{ code: 'n-5' }])
  expect(await list('?search=%25')).toHaveLength(5)
  await put('4006381333931', chain)
  expect(await list('?search=4006')).toMatchObject([{ code: '4006381333931' }])
  expect(await list('?search=40063812')).toEqual([])
  expect(await list(`?search=${encodeURIComponent('４００６')}`)).toHaveLength(1)
  await put('012345678905', rotor)
  for (const search of ['012345678905', '0123', '123'])
    expect(await list(`?search=${search}`)).toMatchObject([{ code: '012345678905' }])
  expect(await list('', other)).toMatchObject([{ productId: rotor }])
})

test('deletes an own number, but not the number of another user', async () => {
  await put('RT-160-6', rotor)
  const [refused, missing] = [await remove('RT-160-6', other), await remove('RT-160-7', other)]
  expect([refused.status, refused.body.code]).toEqual([404, 'own_number_missing'])
  expect(refused.body).toEqual(missing.body)
  expect((await remove('rt/160-6')).body).toEqual({ deletedCount: 1 })
  expect(await list()).toEqual([])
})

test('exports all own numbers of the user, with formulas escaped', async () => {
  await put('=1+1', chain)
  await put('RT-160-6', rotor, {}, other)
  const response = await fetch(new URL('/api/own-numbers/export.csv', shop.url), {
    headers: { authorization: `Bearer ${customer.token}` },
  })
  const [headings, row, ...rest] = (await response.text()).trimEnd().split('\r\n')
  expect(headings).toBe('number,sku,name,changedAt')
  expect(row).toMatch(/^'=1\+1,,Holm chain,\d{4}-/)
  expect(rest).toEqual([])
})

test('stores at most 5,000 numbers for a user, even with concurrent requests', async () => {
  await addNumbers(customer, 4995)
  const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => put(`new-${n}`, chain)))
  const statuses = responses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
  expect((await put('new-11', chain)).body.code).toBe('own_numbers_full')
  expect((await put('n-1', rotor, { replacedProductId: chain })).status).toBe(200)
})

test('replaces an own number by another, also when the user has 5,000 numbers', async () => {
  await addNumbers(customer, 5000)
  const refused = await put('new-1', chain, { replacedCode: 'unknown' })
  expect(refused.body.code).toBe('own_numbers_full')
  const replace = () => put('new-1', rotor, { replacedCode: 'n 5' })
  expect([(await replace()).status, (await replace()).status]).toEqual([200, 200])
  expect(await list('?search=new')).toMatchObject([{ code: 'new-1', productId: rotor }])
  expect(await list('?search=n5&size=1')).not.toMatchObject([{ code: 'n-5' }])
  const used = await put('n-6', rotor, { replacedCode: 'new-1' })
  expect(used.body.code).toBe('own_number_used')
  const respelt = await put('NEW 1', rotor, { replacedCode: 'new-1' })
  expect(respelt.body).toMatchObject({ _id: 'NEW1', code: 'NEW 1' })
})

test('stores an own number for only one part when concurrent requests give it to two parts', async () => {
  const stored = Array.from({ length: 20 }, (_, n) => put(`A-${n % 10}`, n < 10 ? chain : rotor))
  const statuses = (await Promise.all(stored)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(await list()).toHaveLength(10)
})
