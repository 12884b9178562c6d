import { randomUUID } from 'node:crypto'
import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fillCatalogue } from '../../../../dev/sample-data/fill-catalogue.ts'
import { addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let customer: Person
let ids: Map<string, string>

beforeAll(async () => {
  shop = await startTestShop()
  await shop.db.transaction().execute(fillCatalogue)
  const parts = await shop.db.selectFrom('parts').select(['id', 'sku']).execute()
  ids = new Map(parts.map(({ id, sku }) => [`${sku?.slice(3, 8)}`, id]))
})
afterAll(() => shop.close())
beforeEach(async () => {
  customer = await addCustomer(shop)
})

const idOf = (number: string) => ids.get(number) as string
const linesOf = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(([number, quantity]) => ({ productId: idOf(number), quantity }))
const newJob = (quantities: Record<string, number>, change = {}) => ({
  ...{ name: 'Winter wheels', kind: 'wheel', times: 10, lines: linesOf(quantities) },
  ...change,
})
const add = (quantities: Record<string, number>, change = {}, headers = {}) =>
  customer.call('POST', '/api/jobs', newJob(quantities, change), headers)
const addJob = async (quantities: Record<string, number>, change = {}): Promise<string> =>
  (await add(quantities, change)).body._id

test('a job of ten wheels multiplies, rounds to valid quantities and states what is left over', async () => {
  const { status, body } = await add({ 20110: 1, 22292: 36 })
  expect([status, body]).toMatchObject([201, { name: 'Winter wheels', times: 10, lineCount: 2 }])
  const job = (await customer.call('GET', `/api/jobs/${body._id}`)).body
  expect(job.lines).toMatchObject([
    { productId: idOf('20110'), perUnit: 1, needed: 10, quantity: 20, leftOver: 10 },
    { productId: idOf('22292'), perUnit: 36, needed: 360, quantity: 360, leftOver: 0 },
  ])
  const total = job.lines.reduce(
    (sum: number, line: { quantity: number; unitPriceCents: number }) =>
      sum + line.quantity * line.unitPriceCents,
    0,
  )
  expect(job.totalCents).toBe(total)
})

test('a job is checked strictly, with quantities of one unit', async () => {
  const jobId = await addJob({ 20110: 1, 21119: 1, 22292: 36, 31160: 1 })
  const { body } = await customer.call('POST', '/api/fit-checks', { jobId })
  expect(body.conflicts).toMatchObject([
    { why: 'This rotor needs a 6-bolt hub. The hub takes no rotor.' },
  ])
  const nipples = body.missing.find(
    ({ interface: id }: { interface: string }) => id === 'spoke.thread',
  )
  expect(nipples.quantity).toBe(36)
})

test('a job is changed only at the version that the user saw', async () => {
  const id = await addJob({ 20110: 1 })
  const change = (body: object) => customer.call('PATCH', `/api/jobs/${id}`, body)
  const changed = await change({ seen: 0, times: 20, lines: linesOf({ 20135: 1 }) })
  expect(changed.body).toMatchObject({
    ...{ name: 'Winter wheels', times: 20, version: 1 },
    lines: [{ productId: idOf('20135'), needed: 20 }],
  })
  expect((await change({ seen: 0, times: 30 })).body.code).toBe('job_changed')
  expect((await change({ seen: 1 })).status).toBe(400)
  expect((await change({ seen: 1, times: 0 })).body.errors).toEqual({ times: 'Enter at least 1.' })
})

test('a job is copied into the cart, and names deleted parts', async () => {
  const id = await addJob({ 20420: 1, 22292: 36 })
  await sql`update parts set deleted_at = now() where id = ${idOf('20420')}`.execute(shop.db)
  const { body } = await customer.call('POST', `/api/jobs/${id}/cart`)
  expect(body).toMatchObject({ copied: 1, notes: [{ kind: 'gone' }] })
  expect(body.notes[0].detail).toBe(
    'Quoin track hub, flip-flop, 120 mm, 36 holes is no longer sold.',
  )
  const cart = (await customer.call('GET', '/api/cart')).body
  expect(cart.lines).toMatchObject([{ productId: idOf('22292'), quantity: 360 }])
  const job = (await customer.call('GET', `/api/jobs/${id}`)).body
  expect(job.lines).toMatchObject([{ isOnSale: false }, { isOnSale: true }])
})

test('a second job adds what it needs to the cart, and a repeated key adds nothing', async () => {
  const first = await addJob({ 22292: 36 })
  const second = await addJob({ 22292: 32 })
  const headers = { 'idempotency-key': randomUUID() }
  await customer.call('POST', `/api/jobs/${first}/cart`)
  for (let n = 0; n < 2; n += 1) {
    const { body } = await customer.call('POST', `/api/jobs/${second}/cart`, undefined, headers)
    expect(body).toEqual({ copied: 1, notes: [] })
  }
  const cart = (await customer.call('GET', '/api/cart')).body
  expect(cart.lines).toMatchObject([{ productId: idOf('22292'), quantity: 360 + 320 }])
})

test('a job states how many pieces are short, and spokes of another length', async () => {
  const check = async (quantities: Record<string, number>): Promise<FitCheck> =>
    (await customer.call('POST', '/api/fit-checks', { jobId: await addJob(quantities) })).body
  const wheel = { 20110: 1, 21119: 1, 24619: 1, 61105: 1 }
  const short = await check({ ...wheel, 22292: 32, 22612: 32 })
  expect(short.missing.map(({ why, quantity }) => [why, quantity])).toEqual([
    ['The rim needs 4 more spokes.', 4],
    ['The rim needs 4 more nipples.', 4],
  ])
  expect(short.missing.map(({ choices }) => choices?.[0]?.productId)).toEqual([
    ...[idOf('22292'), idOf('22612')],
  ])
  const wrong = await check({ ...wheel, 22260: 36, 22612: 36 })
  expect(wrong.missing).toEqual([])
  expect(wrong.conflicts).toMatchObject([
    {
      why: 'These spokes are 260 mm long. The wheel needs 293.3 mm.',
      instead: [{ replaces: idOf('22260'), productId: idOf('22292') }, {}],
    },
  ])
})

test('a job is saved once under one key, and jobs and profiles of other users look missing', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = [
    await add({ 20110: 1 }, {}, headers),
    await add({ 20110: 1 }, {}, headers),
  ]
  expect(second.body).toEqual(first.body)
  expect((await customer.call('GET', '/api/jobs')).body).toHaveLength(1)
  const profile = {
    name: 'Bike',
    entries: [{ interface: 'seat.post', role: 'offers', size: '27.2' }],
  }
  const { body: bike } = await customer.call('POST', '/api/bike-profiles', profile)
  const other = await addCustomer(shop)
  const job = `/api/jobs/${first.body._id}`
  const codes = await Promise.all([
    other.call('GET', job),
    other.call('PATCH', job, { seen: 0, times: 2 }),
    other.call('POST', `${job}/cart`),
    other.call('DELETE', job),
    other.call('PUT', `/api/bike-profiles/${bike._id}`, profile),
    other.call('DELETE', `/api/bike-profiles/${bike._id}`),
  ])
  expect(codes.map(({ body }) => body.code)).toEqual([
    ...Array(4).fill('job_missing'),
    ...Array(2).fill('profile_missing'),
  ])
  expect((await customer.call('DELETE', job)).body).toEqual({ deletedCount: 1 })
})

test('there are at most 20 jobs and 200 profiles, also for concurrent requests', async () => {
  const added = await Promise.all(Array.from({ length: 23 }, () => add({ 20110: 1 })))
  expect(added.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(added.find(({ status }) => status !== 201)?.body.code).toBe('jobs_full')
  await sql`
    insert into bike_profiles (id, user_id, name, entries)
    select uuidv7(), ${customer.id}, 'Bike ' || n, '[]' from generate_series(1, 199) n`.execute(
    shop.db,
  )
  const profile = {
    name: 'Bike',
    entries: [{ interface: 'seat.post', role: 'offers', size: '27.2' }],
  }
  const saved = await Promise.all(
    Array.from({ length: 3 }, () => customer.call('POST', '/api/bike-profiles', profile)),
  )
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(saved.find(({ status }) => status !== 201)?.body.code).toBe('profiles_full')
})

test('a profile is changed, and unknown interfaces and sizes are refused', async () => {
  const entry = { interface: 'seat.post', role: 'offers', size: '27.2' }
  const { body } = await customer.call('POST', '/api/bike-profiles', {
    name: 'Bike',
    entries: [entry],
  })
  const change = (entries: object[]) =>
    customer.call('PUT', `/api/bike-profiles/${body._id}`, { name: 'Post bike', entries })
  const changed = await change([entry, { interface: 'tube.range', role: 'needs', size: '37-622' }])
  expect(changed.body).toMatchObject({ name: 'Post bike', entries: { length: 2 } })
  expect((await change([{ ...entry, size: '26' }])).body.errors).toEqual({
    'entries.0.size': 'Seatpost in seat tube has no size “26”. Sizes: 27.2, 31.6.',
  })
  expect((await change([entry, { ...entry, interface: 'seat.stay' }])).body.errors).toEqual({
    'entries.1.size': 'There is no interface “seat.stay”.',
  })
  expect((await change([])).status).toBe(400)
})
