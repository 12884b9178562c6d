import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const customer = await addCustomer(shop, { name: 'Ada Lovelace' })
const other = await addCustomer(shop)
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const filled = {
  education: 'Mechanics, Khulna',
  phone: '+880 1711 000000',
  linkedin: 'https://linkedin.example/in/ada',
  address: '12 Wheel Lane\nDhaka',
}

test('returns a new profile with empty fields except email, role and name', async () => {
  const { status, body } = await customer.call('GET', `/user/${customer.email}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    email: customer.email,
    role: 'customer',
    education: '',
    address: '',
    phone: '',
    linkedin: '',
    displayName: 'Ada Lovelace',
    photoURL: null,
  })
})

test('stores an update, and changes nothing when it is repeated', async () => {
  const put = () => customer.call('PUT', `/user/${customer.email}`, filled)
  expect((await put()).body).toEqual({ result: { modifiedCount: 1 } })
  expect((await put()).body).toEqual({ result: { modifiedCount: 0 } })
  const { body } = await customer.call('GET', `/user/${customer.email}`)
  expect(body).toMatchObject(filled)
})

test('keeps the old value of a field that is sent empty', async () => {
  const newCustomer = await addCustomer(shop)
  const path = `/user/${newCustomer.email}`
  await newCustomer.call('PUT', path, filled)
  const emptied = { education: '', phone: '  ', linkedin: '', address: '9 Spoke Street' }
  expect((await newCustomer.call('PUT', path, emptied)).body.result.modifiedCount).toBe(1)
  expect((await newCustomer.call('GET', path)).body).toMatchObject({
    ...filled,
    address: '9 Spoke Street',
  })
  expect((await newCustomer.call('PUT', path, {})).body.result.modifiedCount).toBe(0)
})

test('returns the profile for an email in capitals', async () => {
  const { status } = await customer.call('GET', `/user/${customer.email.toUpperCase()}`)
  expect(status).toBe(200)
})

test('returns the profile for the longest valid email', async () => {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example`
  const newCustomer = await addCustomer(shop, { email: `${'a'.repeat(62)}@${domain}` })
  const path = `/user/${encodeURIComponent(newCustomer.email)}`
  expect((await newCustomer.call('GET', path)).body.email).toBe(newCustomer.email)
})

test('refuses to show or change another user’s profile', async () => {
  for (const response of [
    await customer.call('GET', `/user/${other.email}`),
    await customer.call('GET', `/user/admin/${other.email}`),
    await customer.call('PUT', `/user/${other.email}`, filled),
    await customer.call('GET', '/user/nobody@example.com'),
  ])
    expect([response.status, response.body.code]).toEqual([403, 'email_foreign'])
  expect((await other.call('GET', `/user/${other.email}`)).body.phone).toBe('')
})

test('lets admins read every profile, but change only their own', async () => {
  expect((await admin.call('GET', `/user/${other.email}`)).body.email).toBe(other.email)
  const response = await admin.call('PUT', `/user/${other.email}`, filled)
  expect([response.status, response.body.code]).toEqual([403, 'email_foreign'])
})

test('responds with user_missing when an admin reads an unknown user', async () => {
  for (const path of ['/user/nobody@example.com', '/user/admin/nobody@example.com']) {
    const { status, body } = await admin.call('GET', path)
    expect([status, body.code]).toEqual([404, 'user_missing'])
  }
})

test('refuses an invalid email', async () => {
  for (const path of ['/user/nobody', '/user/admin/nobody']) {
    const { status, body } = await admin.call('GET', path)
    expect([status, body.errors]).toEqual([400, { email: 'Provide a valid email' }])
  }
})

test.each([
  ['linkedin', 'http://linkedin.example/in/ada'],
  ['linkedin', 'javascript:alert(1)'],
  ['linkedin', 'HTTPS://linkedin.example/in/ada'],
  ['linkedin', 'https://linkedin.example/\u0000'],
  ['phone', 'x'.repeat(61)],
  ['address', 'x'.repeat(501)],
  ['education', 7],
  ['education', 'a\u0000b'],
  ['role', 'admin'],
  ['displayName', 'Queen'],
])('refuses a profile with %s = %j and names the field', async (field, value) => {
  const response = await customer.call('PUT', `/user/${customer.email}`, { [field]: value })
  expect([response.status, response.body.code]).toEqual([400, 'input_invalid'])
  expect(Object.keys(response.body.errors)).toEqual([field])
})

test('refuses a profile update that also contains an email address', async () => {
  const body = { email: customer.email, phone: '1' }
  const response = await customer.call('PUT', `/user/${customer.email}`, body)
  expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['email']])
})

test('returns a customer’s own admin flag to the customer, and every user’s flag to admins', async () => {
  const readAdminFlag = async (caller: TestUser, of: TestUser) =>
    (await caller.call('GET', `/user/admin/${of.email}`)).body
  expect(await readAdminFlag(customer, customer)).toEqual({ admin: false })
  expect(await readAdminFlag(admin, admin)).toEqual({ admin: true })
  expect(await readAdminFlag(admin, customer)).toEqual({ admin: false })
})
