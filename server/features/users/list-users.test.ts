import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf, linkOf, pagesOf } from '../../../tests/support/shop/calls.ts'
import {
  addAdmin,
  addCustomer,
  addPeople,
  type Person,
} from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  await addPeople(shop, 120)
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

test('an admin sees the newest hundred users with e-mail and role', async () => {
  const { status, body } = await admin.call('GET', '/allUsers')
  expect(status).toBe(200)
  expect(body).toHaveLength(100)
  const { id: _id, email, name } = admin
  const emailConfirmed = true
  const notBanned = { banned: false, banReason: null, bannedBy: null, bannedAt: null }
  expect(body[0]).toEqual({ _id, email, name, role: 'admin', emailConfirmed, ...notBanned })
})

test('who is banned is seen to be, and why, by whom and since when', async () => {
  const [, { email }] = (await admin.call('GET', '/allUsers?size=2')).body
  await admin.call('PUT', `/api/users/${email}/ban`, { reason: 'Pays with stolen cards' })
  const [, banned] = (await admin.call('GET', '/allUsers?size=2')).body
  const why = { banReason: 'Pays with stolen cards', bannedBy: admin.email }
  expect(banned).toMatchObject({ email, banned: true, ...why, bannedAt: expect.any(String) })
})

test('in pages, each user is met exactly once', async () => {
  const pages = await pagesOf(admin.call, '/allUsers?size=25')
  const ids = pages.flatMap(idsOf)
  expect(ids).toHaveLength(121)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
})

test('a search looks in e-mail and name, and takes every sign as it is', async () => {
  const odd = await addCustomer(shop, { email: '50%_off@example.com', name: 'Back\\Slash' })
  const found = async (search: string) =>
    (await admin.call('GET', `/allUsers?search=${encodeURIComponent(search)}`)).body.map(
      (user: { email: string }) => user.email,
    )
  for (const search of ['50%_OFF', '%_', 'k\\s', 'off@example'])
    expect(await found(search)).toEqual([odd.email])
  expect(await found('5%off')).toEqual([])
  expect(await found("'; drop table users; --")).toEqual([])
})

test('turned backwards from the last page, the pages are the same', async () => {
  const forwards = (await pagesOf(admin.call, '/allUsers?size=50')).map(idsOf)
  const end = await admin.call('GET', '/allUsers?size=50&last=true')
  const ids = forwards.flat()
  expect(idsOf(end)).toEqual(ids.slice(-50))
  const before = await admin.call('GET', linkOf(end, 'prev') as string)
  expect(idsOf(before)).toEqual(ids.slice(-100, -50))
  expect(idsOf(await admin.call('GET', linkOf(before, 'next') as string))).toEqual(idsOf(end))
})

test('what is rare is found behind a thousand others, page by page', async () => {
  const name = randomUUID()
  const people = await addPeople(shop, 3, { name })
  const rare = people.map(({ id }) => id).sort()
  await addPeople(shop, 1050)
  const page = await admin.call('GET', `/allUsers?search=${name}&size=2`)
  const rest = await admin.call('GET', linkOf(page, 'next') as string)
  expect([...idsOf(page), ...idsOf(rest)]).toEqual(rare.toReversed())
  const last = await admin.call('GET', `/allUsers?search=${name}&size=2&last=true`)
  expect(idsOf(last)).toEqual(rare.slice(0, 2).reverse())
})

test('a search goes along from page to page', async () => {
  await Promise.all([1, 2, 3].map((n) => addCustomer(shop, { name: `Needle & Thread ${n}` })))
  const pages = await pagesOf(admin.call, '/allUsers?search=needle%20%26&size=2')
  expect(pages.map(({ body }) => body.length)).toEqual([2, 1])
})

test('every page says how many users the search leaves', async () => {
  await Promise.all([1, 2, 3].map((n) => addCustomer(shop, { name: `Counted ${n}` })))
  const pages = await pagesOf(admin.call, '/allUsers?search=counted&size=2')
  expect(pages.map(({ headers }) => headers.get('x-total-count'))).toEqual(['3', '3'])
  const nobody = await admin.call('GET', '/allUsers?search=nobody-at-all')
  expect([nobody.body, nobody.headers.get('x-total-count')]).toEqual([[], '0'])
  const { headers } = await admin.call('GET', '/allUsers?size=1')
  const { count } = await shop.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(headers.get('x-total-count'))).toBe(Number(count))
})

test.each([
  'size=0',
  'size=101',
  'after=x',
  'before=x',
  'last=1',
  'before=01982f64-11aa-7e4e-8a3f-0123456789ab&last=true',
  `search=${'x'.repeat(201)}`,
  'role=admin',
])('the query %s is refused', async (query) => {
  const { status, body } = await admin.call('GET', `/allUsers?${query}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
})
