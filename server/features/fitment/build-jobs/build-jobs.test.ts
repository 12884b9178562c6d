import { randomUUID } from 'node:crypto'
import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'

let customer: TestUser

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
const parts = await shop.db.selectFrom('parts').select(['id', 'sku']).execute()
const ids = new Map(parts.map(({ id, sku }) => [`${sku?.slice(3, 8)}`, id]))
afterAll(() => shop.close())
beforeEach(async () => {
  customer = await addCustomer(shop)
})

const idOf = (number: string) => ids.get(number) as string
const linesOf = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(([number, quantity]) => ({ productId: idOf(number), quantity }))
const newJob = (quantities: Record<string, number>, change = {}) => ({
  name: 'Winter wheels',
  kind: 'wheel',
  times: 10,
  lines: linesOf(quantities),
  ...change,
})
const add = (quantities: Record<string, number>, change = {}, headers = {}) =>
  customer.call('POST', '/api/jobs', newJob(quantities, change), headers)
const addJob = async (quantities: Record<string, number>, change = {}): Promise<string> =>
  (await add(quantities, change)).body._id

test('a build job of ten wheels multiplies quantities, rounds them up to valid ones and states how many are left over', async () => {
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

test('a build job rounds up the total quantity of all units, and states the price of the rounded quantity', async () => {
  await sql`update parts set order_multiple = 40 where id = ${idOf('31160')}`.execute(shop.db)
  const id = await addJob({ 31160: 1 }, { times: 190 })
  const [line] = (await customer.call('GET', `/api/jobs/${id}`)).body.lines
  // 200 cost 212 cents each, fewer cost 228.
  expect(line).toMatchObject({ perUnit: 1, needed: 190, quantity: 200, leftOver: 10 })
  expect(line.unitPriceCents).toBe(212)
})

test('lists build jobs with their totals and the states of their fit checks', async () => {
  const conflicting = await addJob({ 20110: 1, 21119: 1, 22292: 36, 31160: 1 })
  await addJob({ 20110: 1 })
  await addJob({})
  const { totalCents } = (await customer.call('GET', `/api/jobs/${conflicting}`)).body
  const { conflicts } = (await customer.call('POST', '/api/fit-checks', { jobId: conflicting }))
    .body
  expect((await customer.call('GET', '/api/jobs')).body).toMatchObject([
    { lineCount: 0, totalCents: 0, conflictCount: 0, fitState: 'fits' },
    { lineCount: 1, conflictCount: 0, fitState: 'open' },
    { lineCount: 4, totalCents, conflictCount: conflicts.length, fitState: 'conflict' },
  ])
})

test('caps the total of a build job at the largest safe integer', async () => {
  await sql`update parts set unit_price_cents = 99999999
    where id in (${idOf('54245')}, ${idOf('54416')})`.execute(shop.db)
  const id = await addJob({ 54245: 10_000, 54416: 10_000 }, { times: 10_000 })
  const { status, body } = await customer.call('GET', `/api/jobs/${id}`)
  expect([status, body.totalCents]).toEqual([200, Number.MAX_SAFE_INTEGER])
})

test('a check of a build job reports conflicts, and missing quantities for one unit', async () => {
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

test('a replacement has the quantity of the replaced part for all units', async () => {
  const jobId = await addJob({ 20135: 60, 11222: 60 }, { kind: 'free' })
  const { body } = await customer.call('POST', '/api/fit-checks', { jobId })
  expect(body.conflicts[0].instead[0]).toMatchObject({ quantity: 600 })
})

test.each([
  [{ 20110: 2, 21119: 1 }, 'The hub needs a rim with 36 holes. 1 more is needed.'],
  [{ 20110: 3, 21119: 1 }, 'The hub needs a rim with 36 holes. 2 more are needed.'],
  [{ 23137: 2, 24128: 1 }, 'The tyre needs a tube for 37-622. 1 more is needed.'],
])(
  'a check of a build job states how many counterparts are missing: %j',
  async (quantities, why) => {
    const body = { jobId: await addJob(quantities) }
    const { missing } = (await customer.call('POST', '/api/fit-checks', body)).body
    expect(missing.map((need: { why: string }) => need.why)).toContain(why)
  },
)

test('proposes a part that meets several needs once, in the largest quantity of these needs', async () => {
  // The tube comes first.
  const lines = [...linesOf({ 24128: 1 }), ...linesOf({ 23137: 2 })]
  const body = { jobId: await addJob({}, { lines }) }
  const { missing }: FitCheck = (await customer.call('POST', '/api/fit-checks', body)).body
  expect(
    missing.map(({ quantity, choices }) => [quantity, choices?.[0]?.productId]),
  ).toContainEqual([2, idOf('21119')])
})

test('refuses an unknown part and leaves the build job unchanged', async () => {
  const unknown = [{ productId: randomUUID(), quantity: 1 }, ...linesOf({ 20110: 1 })]
  expect((await add({}, { lines: unknown })).body.code).toBe('part_missing')
  expect((await customer.call('GET', '/api/jobs')).body).toEqual([])
  const id = await addJob({ 20110: 1 })
  const before = (await customer.call('GET', `/api/jobs/${id}`)).body
  const change = { seen: 0, name: 'Changed', lines: unknown }
  expect((await customer.call('PATCH', `/api/jobs/${id}`, change)).body.code).toBe('part_missing')
  expect((await customer.call('GET', `/api/jobs/${id}`)).body).toEqual(before)
})

test('a build job can be changed only at the version that the user saw', async () => {
  const id = await addJob({ 20110: 1 })
  const change = (body: object) => customer.call('PATCH', `/api/jobs/${id}`, body)
  const changed = await change({ seen: 0, times: 20, lines: linesOf({ 20135: 1 }) })
  expect(changed.body).toMatchObject({
    name: 'Winter wheels',
    times: 20,
    version: 1,
    lines: [{ productId: idOf('20135'), needed: 20 }],
  })
  expect((await change({ seen: 0, times: 30 })).body.code).toBe('job_changed')
  const newer = await addJob({ 20110: 1 })
  const list = async () =>
    (await customer.call('GET', '/api/jobs')).body.map(({ _id }: { _id: string }) => _id)
  expect(await list()).toEqual([newer, id])
  // The lines are neither in the order of their ids nor, after the update, in that of the stored
  // rows.
  const lines = linesOf({ 20110: 1, 22292: 36 }).sort((a, b) =>
    a.productId < b.productId ? 1 : -1,
  )
  const { body } = await change({ seen: 1, lines })
  expect(await list()).toEqual([id, newer])
  await sql`update job_lines set quantity = 2
    where job_id = ${id} and part_id = ${lines[0]?.productId}`.execute(shop.db)
  const job = (await customer.call('GET', `/api/jobs/${id}`)).body
  expect(job.lines.map(({ productId }: { productId: string }) => productId)).toEqual(
    lines.map(({ productId }) => productId),
  )
  expect(body.version).toBe(2)
  expect((await change({ seen: 2 })).status).toBe(400)
  for (const seen of [-1, 2 ** 31, Number.MAX_SAFE_INTEGER])
    expect((await change({ seen, times: 3 })).body.errors).toEqual({
      seen: 'Send the version that you have read.',
    })
  expect((await change({ seen: 2, times: 0 })).body.errors).toEqual({ times: 'Enter at least 1.' })
})

test('a build job is copied into the cart, and its deleted parts are named', async () => {
  const id = await addJob({ 20420: 1, 22292: 36 })
  await sql`update parts set deleted_at = now() where id = ${idOf('20420')}`.execute(shop.db)
  const headers = { 'idempotency-key': randomUUID() }
  const { body } = await customer.call('POST', `/api/jobs/${id}/cart`, undefined, headers)
  expect(body).toMatchObject({ copied: 1, notes: [{ kind: 'gone' }] })
  const repeated = await customer.call('POST', `/api/jobs/${id}/cart`, undefined, headers)
  expect(repeated.body).toEqual(body)
  expect(body.notes[0].detail).toBe(
    'Quoin track hub, flip-flop, 120 mm, 36 holes is no longer sold.',
  )
  const cart = (await customer.call('GET', '/api/cart')).body
  expect(cart.lines).toMatchObject([{ productId: idOf('22292'), quantity: 360 }])
  const job = (await customer.call('GET', `/api/jobs/${id}`)).body
  expect(job.lines).toMatchObject([{ isOnSale: false, available: 0 }, { isOnSale: true }])
  expect(job.totalCents).toBe(360 * job.lines[1].unitPriceCents)
})

test('copying a build job into the cart names the parts with too little stock', async () => {
  await sql`update parts set on_hand = 700 where id = ${idOf('22614')}`.execute(shop.db)
  const id = await addJob({ 22614: 72 })
  const { notes } = (await customer.call('POST', `/api/jobs/${id}/cart`)).body
  expect(notes.map(({ detail }: { detail: string }) => detail)).toEqual([
    'Bench nipple, aluminium 14 mm, 2.0, black: 720 pieces for the job, 700 in stock now.',
  ])
})

test('a second build job adds its quantities to the cart, and a repeated idempotency key adds nothing', async () => {
  const first = await addJob({ 22292: 36 })
  const second = await addJob({ 22292: 32 })
  const headers = { 'idempotency-key': randomUUID() }
  await customer.call('POST', `/api/jobs/${first}/cart`)
  for (let n = 0; n < 2; n += 1) {
    const { body } = await customer.call('POST', `/api/jobs/${second}/cart`, undefined, headers)
    expect(body).toEqual({ copied: 1, notes: [] })
  }
  const reused = await customer.call('POST', `/api/jobs/${first}/cart`, undefined, headers)
  expect(reused.body.code).toBe('key_reused')
  const cart = (await customer.call('GET', '/api/cart')).body
  expect(cart.lines).toMatchObject([{ productId: idOf('22292'), quantity: 360 + 320 }])
})

test('a check of a build job states how many pieces are missing, and which spokes have the wrong length', async () => {
  const check = async (quantities: Record<string, number>): Promise<FitCheck> =>
    (await customer.call('POST', '/api/fit-checks', { jobId: await addJob(quantities) })).body
  const wheel = { 20110: 1, 21119: 1, 24619: 1, 61105: 1 }
  const short = await check({ ...wheel, 22292: 32, 22612: 32 })
  expect(short.missing.map(({ why, quantity }) => [why, quantity])).toEqual([
    ['The rim needs 4 more spokes.', 4],
    ['The rim needs 4 more nipples.', 4],
  ])
  expect(short.missing.map(({ choices }) => choices?.[0]?.productId)).toEqual([
    idOf('22292'),
    idOf('22612'),
  ])
  const one = await check({ ...wheel, 22292: 35, 22612: 36 })
  expect(one.missing.map(({ why }) => why)).toEqual(['The rim needs 1 more spoke.'])
  const wrong = await check({ ...wheel, 22260: 36, 22612: 36 })
  expect(wrong.missing).toEqual([])
  expect(wrong.conflicts).toMatchObject([
    {
      why: 'These spokes are 260 mm long. The wheel needs 293.3 mm.',
      instead: [{ replaces: idOf('22260'), productId: idOf('22292') }, {}],
    },
  ])
})

test('saves one build job for repeated requests with one Idempotency-Key', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = [
    await add({ 20110: 1 }, {}, headers),
    await add({ 20110: 1 }, {}, headers),
  ]
  expect(second.body).toEqual(first.body)
  expect((await add({ 20110: 2 }, {}, headers)).body.code).toBe('key_reused')
  expect((await customer.call('GET', '/api/jobs')).body).toHaveLength(1)
})

test('refuses to show or change build jobs and bike profiles of other users', async () => {
  const id = await addJob({ 20110: 1 })
  const profile = {
    name: 'Bike',
    entries: [{ interface: 'seat.post', role: 'offers', size: '27.2' }],
  }
  const { body: bike } = await customer.call('POST', '/api/bike-profiles', profile)
  const read = () =>
    Promise.all(['/api/jobs', '/api/bike-profiles'].map((path) => customer.call('GET', path)))
  const before = (await read()).map(({ body }) => body)
  const other = await addCustomer(shop)
  const job = `/api/jobs/${id}`
  const codes = await Promise.all([
    other.call('GET', job),
    other.call('PATCH', job, { seen: 0, times: 2 }),
    other.call('POST', `${job}/cart`),
    other.call('DELETE', job),
    other.call('POST', '/api/fit-checks', { jobId: id }),
    other.call('PUT', `/api/bike-profiles/${bike._id}`, {
      ...profile,
      name: 'Mine',
      seen: bike.changedAt,
    }),
    other.call('DELETE', `/api/bike-profiles/${bike._id}`),
  ])
  expect(codes.map(({ body }) => body.code)).toEqual([
    ...Array(5).fill('job_missing'),
    ...Array(2).fill('profile_missing'),
  ])
  expect((await read()).map(({ body }) => body)).toEqual(before)
})

test('deletes one build job and one profile, and no others', async () => {
  const save = async (path: string, body: object) => (await customer.call('POST', path, body)).body
  const [job, keptJob] = [await addJob({ 20110: 1 }), await addJob({ 20110: 1 })]
  const profile = { entries: [{ interface: 'seat.post', role: 'offers', size: '27.2' }] }
  const bike = await save('/api/bike-profiles', { ...profile, name: 'Old' })
  const keptBike = await save('/api/bike-profiles', { ...profile, name: 'New' })
  for (const path of [`/api/jobs/${job}`, `/api/bike-profiles/${bike._id}`])
    expect((await customer.call('DELETE', path)).body).toEqual({ deletedCount: 1 })
  expect((await customer.call('GET', '/api/jobs')).body).toMatchObject([{ _id: keptJob }])
  expect((await customer.call('GET', '/api/bike-profiles')).body).toEqual([keptBike])
})

test('limits a user to 20 build jobs and 200 profiles, even with concurrent requests', async () => {
  await sql`
    insert into jobs (id, user_id, name, kind, times)
    select uuidv7(), ${customer.id}, 'Job ' || n, 'free', 1 from generate_series(1, 19) n`.execute(
    shop.db,
  )
  await sql`
    insert into bike_profiles (id, user_id, name, entries)
    select uuidv7(), ${customer.id}, 'Bike ' || n, '[]' from generate_series(1, 199) n`.execute(
    shop.db,
  )
  const profile = {
    name: 'Bike',
    entries: [{ interface: 'seat.post', role: 'offers', size: '27.2' }],
  }
  const lock = lockRow('users', customer.id)
  const jobs = Array.from({ length: 2 }, () => () => add({ 20110: 1 }))
  const added = await runInLockOrder(shop.db, lock, jobs)
  expect(added.map(({ status, body }) => body.code ?? status)).toEqual([201, 'jobs_full'])
  const profiles = jobs.map(() => () => customer.call('POST', '/api/bike-profiles', profile))
  const saved = await runInLockOrder(shop.db, lock, profiles)
  expect(saved.map(({ status, body }) => body.code ?? status)).toEqual([201, 'profiles_full'])
  customer = await addCustomer(shop)
  expect((await add({ 20110: 1 })).status).toBe(201)
  expect((await customer.call('POST', '/api/bike-profiles', profile)).status).toBe(201)
})
