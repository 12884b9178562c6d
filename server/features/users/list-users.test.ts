import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fetchPages, readIds, readLink } from '../../../tests/support/shop/api-client.ts'
import { placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, addUsers } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
await addUsers(shop, 120)
const admin = await addAdmin(shop)
afterAll(() => shop.close())

test('lists the newest hundred users with email and role', async () => {
  const { status, body } = await admin.call('GET', '/allUsers')
  expect(status).toBe(200)
  expect(body).toHaveLength(100)
  const { id: _id, email, name } = admin
  const emailConfirmed = true
  const signedUpAt = expect.any(String)
  const notBanned = { banned: false, banReason: null, bannedBy: null, bannedAt: null }
  expect(body[0]).toEqual({
    ...{ _id, email, name, role: 'admin', emailConfirmed, signedUpAt },
    ...notBanned,
    ...{ paidOrders: 0, paidCents: 0 },
  })
})

test('shows a ban with its reason, admin and time', async () => {
  const [, { email }] = (await admin.call('GET', '/allUsers?size=2')).body
  await admin.call('PUT', `/api/users/${email}/ban`, { reason: 'Pays with stolen cards' })
  const [, banned] = (await admin.call('GET', '/allUsers?size=2')).body
  const why = { banReason: 'Pays with stolen cards', bannedBy: admin.email }
  expect(banned).toMatchObject({ email, banned: true, ...why, bannedAt: expect.any(String) })
})

test('lists each user exactly once over all pages', async () => {
  const pages = await fetchPages(admin.call, '/allUsers?size=25')
  const ids = pages.flatMap(readIds)
  expect(ids).toHaveLength(121)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
})

test('searches email and name, and treats SQL and wildcards as plain text', async () => {
  const customer = await addCustomer(shop, { email: '50%_off@example.com', name: 'Back\\Slash' })
  const findEmails = async (search: string) =>
    (await admin.call('GET', `/allUsers?search=${encodeURIComponent(search)}`)).body.map(
      (user: { email: string }) => user.email,
    )
  for (const search of ['50%_OFF', '%_', 'k\\s', 'off@example'])
    expect(await findEmails(search)).toEqual([customer.email])
  for (const search of ['5%off', '5％off', '50＿_off'])
    expect([search, await findEmails(search)]).toEqual([search, []])
  expect(await findEmails("'; drop table users; --")).toEqual([])
})

test('ignores accents', async () => {
  const { email } = await addCustomer(shop, { name: 'Müller Zweirad Ångström' })
  for (const search of ['muller', 'MÜLLER', 'zweirad ångström', 'angstrom']) {
    const { body } = await admin.call('GET', `/allUsers?search=${encodeURIComponent(search)}`)
    expect([search, body]).toMatchObject([search, [{ email }]])
  }
})

test('finds a user by phone, in any notation', async () => {
  const { email, call } = await addCustomer(shop)
  await call('PUT', `/user/${email}`, { phone: '+44 (20) 7946-0123' })
  for (const search of ['020 7946 0123', '+442079460123', '7946 01']) {
    const { body } = await admin.call('GET', `/allUsers?search=${encodeURIComponent(search)}`)
    expect(body).toMatchObject([{ email }])
  }
})

test('finds a user by the phone number of an order', async () => {
  const { email, call } = await addCustomer(shop)
  const order = await placeOrder(call, await addPart(shop))
  await sql`update orders set phone = '+44 (20) 7946-0999' where id = ${order}`.execute(shop.db)
  const find = async (search: string) =>
    (await admin.call('GET', `/allUsers?search=${encodeURIComponent(search)}`)).body
  for (const search of ['020 7946 0999', '+44 20 79460999', '460999'])
    expect([search, await find(search)]).toMatchObject([search, [{ email }]])
  expect(await find('460998')).toEqual([])
})

test('returns the same pages backwards from the last page', async () => {
  const forwards = (await fetchPages(admin.call, '/allUsers?size=50')).map(readIds)
  const lastPage = await admin.call('GET', '/allUsers?size=50&last=true')
  const ids = forwards.flat()
  expect(readIds(lastPage)).toEqual(ids.slice(-50))
  const previousPage = await admin.call('GET', readLink(lastPage, 'prev') as string)
  expect(readIds(previousPage)).toEqual(ids.slice(-100, -50))
  expect(readIds(await admin.call('GET', readLink(previousPage, 'next') as string))).toEqual(
    readIds(lastPage),
  )
})

test('finds rare matches among a thousand users, page by page', async () => {
  const name = randomUUID()
  const users = await addUsers(shop, 3, { name })
  const rare = users.map(({ id }) => id).sort()
  await addUsers(shop, 1050)
  const page = await admin.call('GET', `/allUsers?search=${name}&size=2`)
  const nextPage = await admin.call('GET', readLink(page, 'next') as string)
  expect([...readIds(page), ...readIds(nextPage)]).toEqual(rare.toReversed())
  const last = await admin.call('GET', `/allUsers?search=${name}&size=2&last=true`)
  expect(readIds(last)).toEqual(rare.slice(0, 2).reverse())
})

test('filters admins, banned users, and unconfirmed users who are not banned', async () => {
  const name = randomUUID()
  const [banned] = await addUsers(shop, 1, { name, emailConfirmed: false })
  const unconfirmed = await addUsers(shop, 2, { name, emailConfirmed: false })
  const [other] = await addUsers(shop, 1, { name, role: 'admin' })
  await admin.call('PUT', `/api/users/${banned?.email}/ban`, { reason: 'Spam' })
  const list = (show: string) => admin.call('GET', `/allUsers?search=${name}&show=${show}`)
  expect(readIds(await list('admins'))).toEqual([other?.id])
  expect(readIds(await list('banned'))).toEqual([banned?.id])
  expect(readIds(await list('unconfirmed')).sort()).toEqual(unconfirmed.map(({ id }) => id).sort())
  const page = await admin.call('GET', '/allUsers?show=admins&size=1')
  expect(page.headers.get('x-total-count')).toBe('2')
})

test('filters active admins, who have a confirmed email and no ban', async () => {
  const name = randomUUID()
  const [active, banned] = await addUsers(shop, 2, { name, role: 'admin' })
  await addUsers(shop, 1, { name, role: 'admin', emailConfirmed: false })
  await admin.call('PUT', `/api/users/${banned?.email}/ban`, { reason: 'Left' })
  const list = await admin.call('GET', `/allUsers?search=${name}&show=activeAdmins`)
  expect(readIds(list)).toEqual([active?.id])
})

test('keeps the search on every page', async () => {
  await Promise.all([1, 2, 3].map((n) => addCustomer(shop, { name: `Needle & Thread ${n}` })))
  const pages = await fetchPages(admin.call, '/allUsers?search=needle%20%26&size=2')
  expect(pages.map(({ body }) => body.length)).toEqual([2, 1])
})

test('states the number of matches on every page', async () => {
  await Promise.all([1, 2, 3].map((n) => addCustomer(shop, { name: `Counted ${n}` })))
  const pages = await fetchPages(admin.call, '/allUsers?search=counted&size=2')
  expect(pages.map(({ headers }) => headers.get('x-total-count'))).toEqual(['3', '3'])
  const empty = await admin.call('GET', '/allUsers?search=nobody-at-all')
  expect([empty.body, empty.headers.get('x-total-count')]).toEqual([[], '0'])
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
  'show=staff',
])('refuses the query %s', async (query) => {
  const { status, body } = await admin.call('GET', `/allUsers?${query}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
})
