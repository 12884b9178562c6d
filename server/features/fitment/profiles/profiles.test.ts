import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
afterAll(() => shop.close())

test('accepts a repeated change, and refuses another change of an outdated profile', async () => {
  const customer = await addCustomer(shop)
  const entries = [{ interface: 'seat.post', role: 'offers', size: '27.2' }]
  const { body } = await customer.call('POST', '/api/bike-profiles', { name: 'Bike', entries })
  const rename = (name: string, seen: string) =>
    customer.call('PUT', `/api/bike-profiles/${body._id}`, { name, entries, seen })
  for (let n = 0; n < 2; n++)
    expect((await rename('Road bike', body.changedAt)).body.name).toBe('Road bike')
  const refused = await rename('Gravel bike', body.changedAt)
  expect([refused.status, refused.body.code]).toEqual([409, 'profile_changed'])
  const [current] = (await customer.call('GET', '/api/bike-profiles')).body
  expect(current.name).toBe('Road bike')
  expect((await rename('Gravel bike', current.changedAt)).body.name).toBe('Gravel bike')
})

test('changes a profile, and refuses unknown interfaces and sizes', async () => {
  const customer = await addCustomer(shop)
  const entry = { interface: 'seat.post', role: 'offers', size: '27.2' }
  const { body } = await customer.call('POST', '/api/bike-profiles', {
    name: 'Bike',
    entries: [entry],
  })
  const headers = { 'idempotency-key': randomUUID() }
  const add = (name: string) =>
    customer.call('POST', '/api/bike-profiles', { name, entries: [entry] }, headers)
  const { body: other } = await add('anna')
  expect((await add('anna')).body).toEqual(other)
  expect((await add('Anna')).body.code).toBe('key_reused')
  const change = (entries: object[], seen = body.changedAt) =>
    customer.call('PUT', `/api/bike-profiles/${body._id}`, { name: 'Post bike', entries, seen })
  const changed = await change([entry, { interface: 'tube.range', role: 'needs', size: '37-622' }])
  expect(changed.body).toMatchObject({ name: 'Post bike', entries: { length: 2 } })
  expect(changed.body.changedAt > body.changedAt).toBe(true)
  const list = async () => (await customer.call('GET', '/api/bike-profiles')).body
  expect(await list()).toEqual([other, changed.body])
  expect((await change([{ ...entry, size: '26' }])).body.errors).toEqual({
    'entries.0.size': 'Unknown size “26” for “Seatpost in seat tube”. Sizes: 27.2, 31.6.',
  })
  expect((await change([entry, { ...entry, interface: 'seat.stay' }])).body.errors).toEqual({
    'entries.1.size': 'Unknown connection “seat.stay”.',
  })
  expect((await change([])).status).toBe(400)
  const unknown = { name: 'Bike', entries: [{ ...entry, size: '26' }] }
  expect((await customer.call('POST', '/api/bike-profiles', unknown)).status).toBe(400)
  expect(await list()).toEqual([other, changed.body])
})
