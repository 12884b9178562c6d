import { randomUUID } from 'node:crypto'
import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillCatalogue } from '../../../dev/sample-data/fill-catalogue.ts'
import { addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let customer: Person
let ids: Map<string, string>

beforeAll(async () => {
  shop = await startTestShop()
  await shop.db.transaction().execute(fillCatalogue)
  const parts = await shop.db.selectFrom('parts').select(['id', 'sku']).execute()
  ids = new Map(parts.map(({ id, sku }) => [`${sku?.slice(3, 8)}`, id]))
  customer = await addCustomer(shop)
})
afterAll(() => shop.close())

const idOf = (number: string) => ids.get(number) as string
const idsOf = (numbers: string) => numbers.split(' ').map(idOf)
const check = (body: object, visit = shop.visit) => visit('POST', '/api/fit-checks', body)
const checkAs = async (as: string, numbers: string): Promise<FitCheck> =>
  (await check({ productIds: idsOf(numbers), as })).body

test('has only notes for parts of a cart', async () => {
  const { status, body } = await check({ productIds: idsOf('20135 11222') })
  expect(status).toBe(200)
  expect(body).toMatchObject({ isStrict: false, conflicts: [], missing: [], outside: [] })
  expect(body.notes[0]).toEqual({
    productId: idOf('11222'),
    why: 'This cassette needs a Micro Spline freehub. The hub has HG.',
  })
})

test('states conflicts of a wheel with parts that solve them', async () => {
  const { conflicts } = await checkAs('wheel', '20135 21119 11222')
  expect(conflicts).toHaveLength(1)
  expect(conflicts[0]).toMatchObject({
    ...{ a: idOf('11222'), b: idOf('20135'), seat: 'rear-driver' },
    why: 'This cassette needs a Micro Spline freehub. The hub has HG.',
  })
  const swaps = conflicts[0]?.instead.map(({ replaces, productId }) => [replaces, productId])
  expect(swaps).toHaveLength(3)
  // The hub with Micro Spline has 32 holes and would not fit the rim.
  for (const [replaces] of swaps ?? []) expect(replaces).toBe(idOf('11222'))
})

test('offers what a wheel lacks, each part once, with spokes of its length', async () => {
  const { conflicts, missing } = await checkAs('wheel', '20110 21119')
  expect(conflicts).toEqual([])
  expect(
    missing.map(({ why, quantity, choices }) => [why, quantity, choices?.[0]?.productId]),
  ).toEqual([
    ['The hub needs a 100 mm quick-release skewer.', 1, idOf('61105')],
    ['The rim needs tape for 19 mm inside width.', 1, idOf('24619')],
    ['The rim needs 36 spokes.', 36, idOf('22292')],
    ['The rim needs 36 nipples.', 36, idOf('22612')],
  ])
  expect(missing[2]?.choices?.[0]).toMatchObject({ quantity: 360 })
})

test('offers one rim for the diameter, the width and the valve of a tyre', async () => {
  const { missing } = await checkAs('wheel', '23137 24128')
  expect(missing.map(({ choices }) => choices?.[0]?.productId)).toEqual([idOf('21119')])
})

test('lists all that is missing, with choices for the first', async () => {
  const { missing } = await checkAs(
    'bike',
    '10510 11180 12160 13148 14148 16110 20110 21221 22292 23137 24128 32110 33350 33115 40209 42212 55127 72140 72280',
  )
  expect(missing.length).toBeGreaterThan(12)
  expect(missing.at(-1)?.choices).toBeNull()
  expect(missing.filter(({ choices }) => choices?.length).length).toBeGreaterThan(5)
})

test('a wheel of a hub alone needs a rim', async () => {
  const { missing } = await checkAs('wheel', '20348')
  expect(missing).toMatchObject([
    { why: 'The hub needs a rim with 32 holes.', quantity: 1, choices: [{}, {}] },
  ])
})

test('lists what fits, what the frame must have, and parts without data', async () => {
  await sql`delete from part_fits where part_id = ${idOf('54121')}`.execute(shop.db)
  const { fits, outside, unknown } = await checkAs('bike', '14148 15122 54121')
  expect(fits).toContainEqual({
    ...{ a: idOf('14148'), b: idOf('15122'), interface: 'bb.spindle' },
    why: 'The crankset needs a 122.5 mm square-taper spindle, and the bottom bracket has a 122.5 mm square-taper spindle.',
  })
  expect(outside.map(({ counterpart, why }) => [counterpart, why])).toEqual([
    ['frame', 'This bottom bracket needs a BSA 68 mm shell.'],
  ])
  expect(unknown).toEqual([idOf('54121')])
})

test('names deleted parts and checks the others', async () => {
  await sql`update parts set deleted_at = now() where id = ${idOf('42138')}`.execute(shop.db)
  const { gone, conflicts } = await checkAs('bike', '42138 11222 20135')
  expect(gone).toEqual([
    { productId: idOf('42138'), name: 'Holm trigger shifters, 3 x 8, pair, 22.2 mm' },
  ])
  expect(conflicts).toHaveLength(1)
})

test('checks a part against the bike of a profile, and requires its owner', async () => {
  const entries = [
    { interface: 'freehub.xdr', role: 'offers', size: 'xdr' },
    { interface: 'pad.disc', role: 'needs', size: 'S1' },
  ]
  const profile = { name: 'Anna’s gravel bike', entries }
  const { body: saved } = await customer.call('POST', '/api/bike-profiles', profile)
  const body = { productIds: [idOf('11222')], profileId: saved._id }
  const checked = await check(body, customer.call)
  expect(checked.body).toMatchObject({ isStrict: true, bike: 'Anna’s gravel bike' })
  expect(checked.body.conflicts).toMatchObject([
    {
      ...{ a: idOf('11222'), b: null },
      why: 'This cassette needs a Micro Spline freehub. Anna’s gravel bike has XDR.',
    },
  ])
  expect((await check(body)).body.code).toBe('token_missing')
  const other = await addCustomer(shop)
  expect((await check(body, other.call)).body.code).toBe('profile_missing')
})

test('refuses neither or both of parts and job, too many parts and parts given twice', async () => {
  const [id] = idsOf('11222')
  for (const body of [{}, { productIds: [id], jobId: randomUUID() }, { productIds: [id, id] }])
    expect((await check(body)).status).toBe(400)
  const many = Array.from({ length: 501 }, () => randomUUID())
  expect((await check({ productIds: many })).body.errors).toEqual({
    productIds: 'At most 500 parts.',
  })
  const unknown = await check({ productIds: many.slice(1) })
  expect([unknown.status, unknown.body.unknown]).toEqual([200, many.slice(1)])
})
