import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let customer: Person
let other: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  customer = await addCustomer(shop, { name: 'Ada Lovelace' })
  other = await addCustomer(shop)
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

const filled = {
  education: 'Mechanics, Khulna',
  phone: '+880 1711 000000',
  linkedin: 'https://linkedin.example/in/ada',
  address: '12 Wheel Lane\nDhaka',
}

test('a new profile is empty but for who it is', async () => {
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

test('an update is kept, and the same update again changes nothing', async () => {
  const put = () => customer.call('PUT', `/user/${customer.email}`, filled)
  expect((await put()).body).toEqual({ result: { modifiedCount: 1 } })
  expect((await put()).body).toEqual({ result: { modifiedCount: 0 } })
  const { body } = await customer.call('GET', `/user/${customer.email}`)
  expect(body).toMatchObject(filled)
})

test('empty fields keep the old values', async () => {
  const someone = await addCustomer(shop)
  const path = `/user/${someone.email}`
  await someone.call('PUT', path, filled)
  const emptied = { education: '', phone: '  ', linkedin: '', address: '9 Spoke Street' }
  expect((await someone.call('PUT', path, emptied)).body.result.modifiedCount).toBe(1)
  expect((await someone.call('GET', path)).body).toMatchObject({
    ...filled,
    address: '9 Spoke Street',
  })
  expect((await someone.call('PUT', path, {})).body.result.modifiedCount).toBe(0)
})

test('an address may be written in capitals', async () => {
  const { status } = await customer.call('GET', `/user/${customer.email.toUpperCase()}`)
  expect(status).toBe(200)
})

test('the longest address that mail knows has a profile too', async () => {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example`
  const someone = await addCustomer(shop, { email: `${'a'.repeat(62)}@${domain}` })
  const path = `/user/${encodeURIComponent(someone.email)}`
  expect((await someone.call('GET', path)).body.email).toBe(someone.email)
})

test('a customer can neither read nor change somebody else', async () => {
  for (const answer of [
    await customer.call('GET', `/user/${other.email}`),
    await customer.call('GET', `/user/admin/${other.email}`),
    await customer.call('PUT', `/user/${other.email}`, filled),
    await customer.call('GET', '/user/nobody@example.com'),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'email_foreign'])
  expect((await other.call('GET', `/user/${other.email}`)).body.phone).toBe('')
})

test('an admin reads anybody, but changes only himself', async () => {
  expect((await admin.call('GET', `/user/${other.email}`)).body.email).toBe(other.email)
  const answer = await admin.call('PUT', `/user/${other.email}`, filled)
  expect([answer.status, answer.body.code]).toEqual([403, 'email_foreign'])
})

test('an admin who asks for nobody is told so', async () => {
  for (const path of ['/user/nobody@example.com', '/user/admin/nobody@example.com']) {
    const { status, body } = await admin.call('GET', path)
    expect([status, body.code]).toEqual([404, 'user_missing'])
  }
})

test('what is no e-mail is refused', async () => {
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
])('a profile with %s = %j is refused by its field', async (field, value) => {
  const answer = await customer.call('PUT', `/user/${customer.email}`, { [field]: value })
  expect([answer.status, answer.body.code]).toEqual([400, 'input_invalid'])
  expect(Object.keys(answer.body.errors)).toEqual([field])
})

test('an e-mail among the profile is refused: alone it means the exchange', async () => {
  const body = { email: customer.email, phone: '1' }
  const answer = await customer.call('PUT', `/user/${customer.email}`, body)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['email']])
})

test('the admin flag says who is one', async () => {
  const flag = async (asker: Person, of: Person) =>
    (await asker.call('GET', `/user/admin/${of.email}`)).body
  expect(await flag(customer, customer)).toEqual({ admin: false })
  expect(await flag(admin, admin)).toEqual({ admin: true })
  expect(await flag(admin, customer)).toEqual({ admin: false })
})
