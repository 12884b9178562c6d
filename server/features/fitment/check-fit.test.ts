import { randomUUID } from 'node:crypto'
import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fillCatalog } from '../../../dev/sample-data/fill-catalog.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
const parts = await shop.db.selectFrom('parts').select(['id', 'sku']).execute()
const ids = new Map(parts.map(({ id, sku }) => [`${sku?.slice(3, 8)}`, id]))
const customer = await addCustomer(shop)
afterAll(() => shop.close())

const idOf = (number: string) => ids.get(number) as string
const numberOf = (id: string) => [...ids].find(([, other]) => other === id)?.[0]
const idsOf = (numbers: string) => numbers.split(' ').map(idOf)
const check = (body: object, call = shop.call) => call('POST', '/api/fit-checks', body)
const checkAs = async (as: string, numbers: string): Promise<FitCheck> =>
  (await check({ productIds: idsOf(numbers), as })).body

test('reports only notes, no conflicts, for parts of a cart', async () => {
  const { status, body, headers } = await check({ productIds: idsOf('20135 11222') })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body).toMatchObject({ isStrict: false, conflicts: [], missing: [], outside: [] })
  expect(body.notes[0]).toEqual({
    productId: idOf('11222'),
    why: 'This cassette needs a Micro Spline freehub. The hub has HG.',
  })
})

test('states the conflicts of a wheel, and proposes parts that solve them', async () => {
  const { conflicts } = await checkAs('wheel', '20135 21119 11222')
  expect(conflicts).toHaveLength(1)
  expect(conflicts[0]).toMatchObject({
    a: idOf('11222'),
    b: idOf('20135'),
    exclusiveGroup: 'rear-driver',
    why: 'This cassette needs a Micro Spline freehub. The hub has HG.',
  })
  const replacements = conflicts[0]?.instead.map(({ replaces, productId }) => [replaces, productId])
  expect(replacements).toHaveLength(3)
  // The hub with Micro Spline has 32 holes and would not fit the rim.
  for (const [replaces] of replacements ?? []) expect(replaces).toBe(idOf('11222'))
})

test('proposes the missing parts of a wheel, each part once, with spokes of the right length', async () => {
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
  expect(missing[2]?.choices?.[0]).toMatchObject({
    quantity: 360,
    available: 51_840,
    priceTiers: [
      { fromQuantity: 1440, unitPriceCents: 5 },
      { fromQuantity: 7200, unitPriceCents: 4 },
    ],
  })
})

test.each([
  ['10140 11222', ['10140 by 10150', '11222 by 11211', '11222 by 11212']],
  ['20135 11222 10150', ['20135 by 20348', '11222 by 11221']],
  // An 11-speed cassette solves the conflict with the chain, too.
  ['20135 11222 10140', ['11222 by 11212', '20135 by 20348', '11222 by 11170']],
])(
  'proposes replacements from the same family that solve the most conflicts: %s',
  async (set, expected) => {
    const { conflicts } = await checkAs('bike', set)
    const replacements = conflicts
      .at(-1)
      ?.instead.map(({ replaces, productId }) => [replaces, productId])
    expect(replacements?.map((pair) => pair.map(numberOf).join(' by '))).toEqual(expected)
  },
)

test('does not report needs of a wheel as missing if the frame or the rest of the bicycle meets them', async () => {
  const { outside } = await checkAs('wheel', '20135 11180')
  expect(new Set(outside.map(({ counterpart }) => counterpart))).toEqual(
    new Set(['frame', 'rest of the bicycle']),
  )
})

test('reports no missing quantity if the request has no quantities', async () => {
  const { missing } = await checkAs('wheel', '20110 21119 22292 22612 24619 61105')
  expect(missing).toEqual([])
})

const choicesOf = async (as: string, set: string) =>
  (await checkAs(as, set)).missing.map(({ choices }) =>
    choices?.map(({ productId }) => numberOf(productId)).join(' '),
  )

test('proposes parts that meet the most needs first, and no part that conflicts', async () => {
  // The hub 20243 meets both needs. The front hub 20212 takes no cassette, although it was added
  // earlier.
  expect(await choicesOf('wheel', '21221 11223')).toEqual(['24626', '20243 20212'])
  expect(await choicesOf('wheel', '23357')).toEqual(['24347 24644', '21119 21221 21330'])
  expect(await choicesOf('wheel', '23137 24128')).toEqual(['21119'])
  expect(await choicesOf('wheel', '21330')).toEqual(['24635', '20315 20348'])
})

test('proposes spokes for the number of crosses of the recommended wheel with this hub and rim', async () => {
  expect((await choicesOf('wheel', '20212 21221')).at(-2)).toBe('22384')
  expect((await choicesOf('wheel', '20110 21420')).at(-2)).toBe('22418')
})

test('proposes no spokes for a conflict between other parts', async () => {
  const { conflicts } = await checkAs('bike', '20110 21119 55127 55331')
  expect(conflicts.map(({ instead }) => instead)).toEqual([[]])
})

test('proposes no spokes if the set has two hubs', async () => {
  const choices = await choicesOf('bike', '20110 20135 21119')
  expect(choices).toEqual(['61105', '24619', '', '22612 22614'])
})

test('proposes only the 50 oldest parts on sale, those in stock first', async () => {
  await sql`
    with copies as (
      insert into parts (id, family_code, name, description, img, unit_price_cents, minimum_order, on_hand, deleted_at)
      select ('000000' || n || '-0000-7000-8000-000000000000')::uuid, family_code, name || n, description, img, 100, 1, 9, now()
      from parts, generate_series(10, 60) n where id = ${idOf('22612')} returning id
    )
    insert into part_fits (part_id, interface_id, role, size)
    select id, 'spoke.thread', 'offers', '2.0' from copies`.execute(shop.db)
  const reserve = (reserved: number) =>
    sql`update parts set on_hand = 1000, reserved = ${reserved}
      where id = ${idOf('22612')}`.execute(shop.db)
  // The minimum order of this nipple is 720.
  await reserve(280)
  expect((await choicesOf('wheel', '20110 21119')).at(-1)).toBe('22612 22614')
  await reserve(281)
  expect((await choicesOf('wheel', '20110 21119')).at(-1)).toBe('22614 22612')
  const remove = (time: Date | null) =>
    sql`update parts set deleted_at = ${time}
      where id in (${idOf('22612')}, ${idOf('22292')})`.execute(shop.db)
  await remove(new Date())
  expect((await choicesOf('wheel', '20110 21119')).slice(2)).toEqual(['22392', '22614'])
  await remove(null)
  // The copies are older than the nipples. Only the last two of the 51 are in stock.
  await sql`
    update parts set deleted_at = null, reserved = case when id::text < '00000059' then 9 else 0 end
    where id::text < '00000061'`.execute(shop.db)
  const { missing } = await checkAs('wheel', '20110 21119')
  expect(missing.at(-1)?.choices?.map(({ available }) => available)).toEqual([9, 0, 0])
  await sql`update parts set deleted_at = now() where id::text < '00000061'`.execute(shop.db)
})

test('proposes one rim for the diameter and width of a tyre and the valve of its tube', async () => {
  const { missing } = await checkAs('wheel', '23137 24128')
  expect(missing.map(({ choices }) => choices?.[0]?.productId)).toEqual([idOf('21119')])
})

test('reports a tube for each of two tyres that the same tube fits', async () => {
  const { missing } = await checkAs('wheel', '23137 23240')
  const tubes = missing.filter((need) => need.interface === 'tube.range')
  expect(tubes.map(({ choices }) => choices?.[0]?.productId)).toEqual([
    idOf('24128'),
    idOf('24128'),
  ])
})

test('lists all unmet needs, with parts to choose for the first twelve', async () => {
  const { missing } = await checkAs(
    'bike',
    '10510 11180 12160 13148 14148 16110 20110 21221 22292 23137 24128 32110 33350 33115 40209 42212 55127 72140 72280',
  )
  expect(missing.length).toBeGreaterThan(12)
  expect(missing.at(-1)?.choices).toBeNull()
  expect(missing.filter(({ choices }) => choices?.length).length).toBeGreaterThan(5)
})

test('a wheel with only a hub needs a rim', async () => {
  const { missing, outside } = await checkAs('wheel', '20348')
  expect(outside[0]?.counterpart).toBe('frame')
  expect(missing).toMatchObject([
    { why: 'The hub needs a rim with 32 holes.', quantity: 1, choices: [{}, {}] },
  ])
})

test('lists met needs, needs that the frame must meet, and parts without data', async () => {
  await sql`delete from part_fits where part_id = ${idOf('54121')}`.execute(shop.db)
  const { metNeeds, outside, unknown } = await checkAs('bike', '14148 15122 54121')
  expect(metNeeds).toContainEqual({
    a: idOf('14148'),
    b: idOf('15122'),
    interface: 'bb.spindle',
    why: 'The crankset needs a 122.5 mm square-taper spindle, and the bottom bracket has a 122.5 mm square-taper spindle.',
  })
  expect(outside.map(({ counterpart, why }) => [counterpart, why])).toEqual([
    ['frame', 'This bottom bracket needs a BSA 68 mm shell.'],
  ])
  expect(unknown).toEqual([idOf('54121')])
})

test('lists deleted parts separately, and checks the other parts', async () => {
  await sql`update parts set deleted_at = now() where id = ${idOf('42138')}`.execute(shop.db)
  const { gone, conflicts } = await checkAs('bike', '42138 11222 20135')
  expect(gone).toEqual([
    { productId: idOf('42138'), name: 'Holm trigger shifters, 3 x 8, pair, 22.2 mm' },
  ])
  expect(conflicts).toHaveLength(1)
})

test('checks a part with the bike of a profile, and only for the owner of the profile', async () => {
  const entries = [
    { interface: 'freehub.xdr', role: 'offers', size: 'xdr' },
    { interface: 'bb.spindle', role: 'needs', size: 'jis-103' },
  ]
  const profile = { name: 'Anna’s gravel bike', entries }
  const { body: saved } = await customer.call('POST', '/api/bike-profiles', profile)
  const body = { productIds: [idOf('11222')], profileId: saved._id }
  const checked = await check(body, customer.call)
  expect(checked.body).toMatchObject({ isStrict: true, bike: 'Anna’s gravel bike' })
  expect(checked.body.conflicts).toMatchObject([
    {
      a: idOf('11222'),
      b: null,
      why: 'This cassette needs a Micro Spline freehub. Anna’s gravel bike has XDR.',
    },
  ])
  expect((await check(body)).body.code).toBe('token_missing')
  expect(checked.body.missing.map(({ why }: { why: string }) => why)).toEqual([
    'The cassette needs a 12-speed chain.',
  ])
  const whys = async (as?: string) => {
    const wheel = { productIds: idsOf('20110 21119'), profileId: saved._id, as }
    const { missing }: FitCheck = (await check(wheel, customer.call)).body
    return missing.map(({ why }) => why)
  }
  expect(await whys()).not.toContain('The rim needs 36 spokes.')
  expect(await whys('wheel')).toContain('The rim needs 36 spokes.')
  const other = await addCustomer(shop)
  expect((await check(body, other.call)).body.code).toBe('profile_missing')
})

test('refuses a request with neither parts nor a job, with both, with too many parts or with repeated parts', async () => {
  const [id] = idsOf('11222')
  for (const body of [
    {},
    { productIds: [] },
    { productIds: [id], jobId: randomUUID() },
    { productIds: [id, id] },
  ])
    expect((await check(body)).status).toBe(400)
  const many = Array.from({ length: 501 }, () => randomUUID())
  expect((await check({ productIds: many })).body.errors).toEqual({
    productIds: 'At most 500 parts.',
  })
  const unknown = await check({ productIds: many.slice(1) })
  expect([unknown.status, unknown.body.unknown]).toEqual([200, many.slice(1)])
})

test('lists the interfaces by name with the labels of their sizes, and the sizes at each end', async () => {
  const { body } = await shop.call('GET', '/api/interfaces')
  expect(body[0].name).toBe('Actuation ratio')
  expect(body.find(({ id }: { id: string }) => id === 'wheel.spokes').sizes[0]).toEqual({
    size: '28',
    label: '28',
  })
  expect(body.find(({ id }: { id: string }) => id === 'bb.shell').sizes[0]).toEqual({
    size: 'BSA-68',
    label: 'BSA 68 mm',
  })
  expect(body.find(({ id }: { id: string }) => id === 'hub.skewer').ends).toEqual([
    ['front-100'],
    ['rear-135'],
  ])
})

test('does not read the interfaces again after the first check', async () => {
  const body = { productIds: idsOf('11222') }
  await check(body)
  await shop.db.transaction().execute(async (tx) => {
    await sql`lock table interfaces in access exclusive mode`.execute(tx)
    expect((await check(body)).status).toBe(200)
  })
})

test('limits checks and plans separately for one network', async () => {
  const plan = { hub: randomUUID(), rim: randomUUID(), crosses: 3, wheels: 1 }
  const codes = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    const bodies = { '/api/fit-checks': { productIds: idsOf('11222') }, '/api/wheel-plans': plan }
    const requests = Object.entries(bodies).map(([path, body]) =>
      shop.call('POST', path, body, headers),
    )
    return (await Promise.all(requests)).map(({ body }) => body.code)
  }
  const use = (call: string) =>
    sql`update rate_limits set count = 120 where key like ${`fitment|${call}|%`}`.execute(shop.db)
  expect(await codes('2001:db8::1')).toEqual([undefined, 'part_missing'])
  await use('check')
  expect(await codes('2001:db8::2')).toEqual(['too_many_requests', 'part_missing'])
  await use('plan')
  expect(await codes('2001:db8::2')).toEqual(['too_many_requests', 'too_many_requests'])
})
