import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { isRefusal } from '../../../../contract/refusals.ts'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import { readInterfaces } from '../../catalog/parts/part-fits.ts'
import { type PartWithFits, readPartsWithFits } from '../read-parts-with-fits.ts'
import { findSpokes } from './find-spokes.ts'
import { findWheelParts, listWheelParts } from './list-wheel-parts.ts'
import { planWheel } from './plan-wheel.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
const parts = await shop.db.selectFrom('parts').select(['id', 'sku']).execute()
const ids = new Map(parts.map(({ id, sku }) => [`${sku?.slice(3, 8)}`, id]))
afterAll(() => shop.close())

const idOf = (number: string) => ids.get(number) as string
const plan = (hub: string, rim: string, crosses = 3, wheels = 10) =>
  shop.call('POST', '/api/wheel-plans', { hub: idOf(hub), rim: idOf(rim), crosses, wheels })

test('lists the parts of ten wheels in valid quantities, and how many are left over', async () => {
  const { body } = await plan('20135', '21119')
  expect(body).toMatchObject({ spokeHoles: 36, crosses: 3, lacking: null, conflict: null })
  expect(
    body.sides.map(({ side, lengthMm }: { side: string; lengthMm: number }) => [side, lengthMm]),
  ).toEqual([
    ['left', 291.8],
    ['right', 290.3],
  ])
  const lines = body.lines.map(
    ({ productId, needed, quantity, leftOver }: Record<string, number>) => [
      productId,
      needed,
      quantity,
      leftOver,
    ],
  )
  expect(lines).toEqual([
    [idOf('20135'), 10, 10, 0],
    [idOf('21119'), 10, 20, 10],
    [idOf('22290'), 360, 360, 0],
    [idOf('22612'), 360, 720, 360],
  ])
})

test('plans every recommended wheel of the catalog with spokes that the shop sells', async () => {
  const { body } = await shop.call('GET', '/api/wheel-parts')
  expect(body.builds).toHaveLength(10)
  expect([body.hub.parts.length, body.rim.parts.length]).toEqual([10, 6])
  expect([body.hub.hasMore, body.rim.hasMore]).toEqual([false, false])
  for (const { name, hub, rim, crosses } of body.builds) {
    const query = { hub, rim, crosses, wheels: 1 }
    const planned = await shop.call('POST', '/api/wheel-plans', query)
    expect([name, planned.body.lacking, planned.body.conflict]).toEqual([name, null, null])
    const build = await shop.db
      .selectFrom('wheel_builds')
      .select('spoke_left_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    expect(planned.body.lines[2].productId).toBe(build.spoke_left_id)
  }
})

test('finds hubs and rims that are not in the list, best matches first', async () => {
  await sql`
    with copies as (
      insert into parts (id, family_code, name, description, img, unit_price_cents, minimum_order, on_hand, attributes)
      select uuidv7(), family_code, 'Orrin hub ' || n, description, img, 100, 1, 0, attributes
      from parts, generate_series(1, 45) n where id = ${idOf('20135')} returning id
    )
    insert into part_fits (part_id, interface_id, role, size) select id, 'wheel.spokes', 'offers', '36' from copies`.execute(
    shop.db,
  )
  // Does not use the call, which may respond from its cache.
  const { hub, rim } = await listWheelParts(shop.db)
  expect([hub.parts.length, hub.hasMore, rim.hasMore]).toEqual([50, true, false])
  const withoutOldest = await readAfter([remove('20110', '20135')], listWheelParts)
  expect([withoutOldest.hub.parts.length, withoutOldest.hub.hasMore]).toEqual([50, true])
  const deleteCopies = sql`update parts set deleted_at = now() where name ~ ' 4[1-5]$'`
  const fewer = await readAfter([deleteCopies], listWheelParts)
  expect([fewer.hub.parts.length, fewer.hub.hasMore]).toEqual([50, false])
  const find = async (kind: string, search: string) =>
    (await shop.call('GET', `/api/wheel-parts/search?${new URLSearchParams({ kind, search })}`))
      .body
  const [found] = await find('hub', 'Orrin hub 45')
  expect([found.name, found.spokeHoles]).toEqual(['Orrin hub 45', 36])
  expect(await find('hub', found.productId)).toEqual([found])
  for (const search of ['Orrin', found.productId]) expect(await find('rim', search)).toEqual([])
  expect(await find('hub', 'Orrin')).toHaveLength(45)
  // A relaxed search would list hubs of other makers.
  expect(await find('hub', 'Orrin presta hub')).toEqual([])
  const rims: { productId: string }[] = await find('rim', '622')
  expect(rims.map(({ productId }) => productId)).toContain(idOf('21221'))
  expect((await shop.call('GET', '/api/wheel-parts/search?kind=hub&search=')).status).toBe(400)
})

test('finds a hub with known dimensions after better matches that have none', async () => {
  await sql`
    with copies as (
      insert into parts (id, family_code, name, description, img, unit_price_cents, minimum_order, on_hand, attributes)
      select uuidv7(), family_code, 'Tarn hub', description, img, 100, 1, 0,
        case when n > 600 then attributes else '{}' end
      from parts, generate_series(1, 601) n where id = ${idOf('20135')} returning id
    )
    insert into part_fits (part_id, interface_id, role, size) select id, 'wheel.spokes', 'offers', '36' from copies`.execute(
    shop.db,
  )
  expect(await findWheelParts(shop.db, { kind: 'hub', search: 'Tarn hub' })).toMatchObject([
    { name: 'Tarn hub', spokeHoles: 36 },
  ])
})

test('states the spoke lengths that the shop does not sell', async () => {
  const { body } = await plan('20135', '21119', 1)
  expect(body.lacking).toBe(
    'We do not sell spokes for the left side (281.4 mm) and the right side (279.9 mm).',
  )
  expect(body.lines).toHaveLength(2)
})

test('states how many spokes one side of all wheels needs', async () => {
  const { body } = await plan('20135', '21119', 3, 30)
  expect(body.sides[0].spokes[0]).toMatchObject({ productId: idOf('22292'), quantity: 540 })
})

test('draws the wheel from the dimensions of hub and rim', async () => {
  const { body } = await plan('20135', '21119')
  const drawing = await fetch(`${shop.url}${body.drawing}`)
  expect(drawing.headers.get('content-type')).toContain('image/svg+xml')
  const svg = await drawing.text()
  expect(svg).toContain('36 SPOKES, 3-CROSS')
  // Radius of the spokes' ends: half of an ERD of 603 mm.
  expect(svg).toContain('r="301.5"')
  // The drawing for phones has no labels of details.
  const card = await fetch(`${shop.url}${body.drawing.replace('.svg', '-card.svg')}`)
  expect(card.status).toBe(200)
  expect(await card.text()).not.toContain('36 SPOKES')
  // Outlines of flanges with spoke holes on circles of 58 and 54 mm.
  const trail = await plan('20348', '21330')
  const flanges = await (await fetch(`${shop.url}${trail.body.drawing}`)).text()
  expect([flanges.includes('r="34"'), flanges.includes('r="32"')]).toEqual([true, true])
  const beyond = body.drawing.replace('_3.svg', '_5.svg')
  expect((await fetch(`${shop.url}${beyond}`)).status).toBe(404)
  const most = body.drawing.replace('_3.svg', '_4.svg')
  expect((await fetch(`${shop.url}${most}`)).status).toBe(200)
})

test('draws no wheel with a rim of unknown diameter', async () => {
  const { body } = await plan('20110', '21420', 2)
  await sql`update parts set attributes = (attributes::jsonb - 'bead_seat_mm')::json where id = ${idOf('21420')}`.execute(
    shop.db,
  )
  expect((await plan('20110', '21420', 2)).body.drawing).toBeNull()
  expect((await fetch(`${shop.url}${body.drawing}`)).status).toBe(404)
})

test('states why hub and rim do not fit', async () => {
  const { body } = await plan('20315', '21119')
  expect(body.conflict).toBe('This rim needs a hub with 36 holes. The hub has 32 holes.')
})

/** Makes changes, reads, and rolls the changes back. */
async function readAfter<T>(changes: RawBuilder<unknown>[], read: (tx: Tx) => Promise<T>) {
  const tx = await shop.db.startTransaction().execute()
  try {
    for (const change of changes) await change.execute(tx)
    return await read(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/**
 * Plans ten wheels after changes. Returns the sentence about lacking parts, then number and
 * quantity of spokes and nipples.
 */
const planAfter = (hub: string, ...changes: RawBuilder<unknown>[]) =>
  readAfter(changes, async (tx) => {
    const query = { hub: idOf(hub), rim: idOf('21119'), crosses: 3, wheels: 10 }
    const plan = await planWheel(tx, await readInterfaces(tx), query)
    if (isRefusal(plan)) throw new Error('The plan is refused.')
    const lines = plan.lines
      .slice(2)
      .map(({ sku, needed }) => [sku?.slice(3, 8), needed].join(': '))
    return [plan.lacking, ...lines]
  })

const remove = (...numbers: string[]) =>
  sql`update parts set deleted_at = now() where id = any (${numbers.map(idOf)}::uuid[])`
const reserve = (number: string) =>
  sql`update parts set reserved = on_hand where id = ${idOf(number)}`
const forgetBuild = (hub = '20135') => sql`
  delete from wheel_builds where hub_id = ${idOf(hub)} and rim_id = ${idOf('21119')}`

test('does not plan deleted spokes and nipples', async () => {
  expect(await planAfter('20110')).toEqual([null, '22292: 360', '22612: 360'])
  expect(await planAfter('20110', remove('22292', '22612'))).toEqual([
    null,
    '22392: 360',
    '22614: 360',
  ])
  expect(await planAfter('20110', remove('22292', '22392'))).toEqual([
    'We do not sell spokes for this wheel (293.3 mm).',
    '22612: 360',
  ])
  expect(await planAfter('20110', remove('22612', '22614'))).toEqual([
    'We do not sell nipples for this wheel.',
    '22292: 360',
  ])
})

test('prefers spokes in stock to spokes of one length for both sides', async () => {
  expect(await planAfter('20135', forgetBuild())).toEqual([null, '22290: 360', '22612: 360'])
  expect(await planAfter('20135', forgetBuild(), reserve('22290'))).toEqual([
    null,
    '22292: 180',
    '22290: 180',
    '22612: 360',
  ])
  const sellShorterSpoke = sql`update parts set on_hand = 1000, attributes = jsonb_set(attributes::jsonb, '{spoke_length_mm}', '289')
    where id = ${idOf('22260')}`
  const soldOut = ['22290', '22292', '22392'].map(reserve)
  expect(await planAfter('20135', forgetBuild(), sellShorterSpoke, ...soldOut)).toEqual([
    null,
    '22292: 180',
    '22260: 180',
    '22612: 360',
  ])
  const front = await planAfter('20110', forgetBuild('20110'), reserve('22292'))
  expect(front).toEqual([null, '22392: 360', '22612: 360'])
})

test('plans spokes that fit the hub, and nipples that fit the rim', async () => {
  const resize = (number: string, interfaceId: string) =>
    sql`update part_fits set size = '9' where part_id = ${idOf(number)} and interface_id = ${interfaceId}`
  expect(await planAfter('20135', resize('22290', 'spoke.elbow'))).toEqual([
    'We do not sell spokes for the right side (290.3 mm).',
    '22292: 180',
    '22612: 360',
  ])
  expect(await planAfter('20135', forgetBuild(), resize('22612', 'rim.nipple_hole'))).toEqual([
    null,
    '22290: 360',
    '22614: 360',
  ])
})

test('uses the nipples of a recommended wheel only in a plan of this wheel', async () => {
  const change = sql`update wheel_builds set nipple_id = ${idOf('22614')} where hub_id = ${idOf('20135')}`
  expect((await planAfter('20135', change)).at(-1)).toBe('22614: 360')
  expect((await planAfter('20135', change, forgetBuild())).at(-1)).toBe('22612: 360')
})

test('uses the first of several recommended wheels with the same hub and rim', async () => {
  const addEarlierBuild = sql`
    insert into wheel_builds (id, name, hub_id, rim_id, spoke_left_id, spoke_right_id, nipple_id, crosses)
    select '00000000-0000-0000-0000-000000000000', name, hub_id, rim_id, spoke_left_id, spoke_right_id, ${idOf('22614')}, crosses
    from wheel_builds where hub_id = ${idOf('20135')} and rim_id = ${idOf('21119')}`
  expect((await planAfter('20135', addEarlierBuild)).at(-1)).toBe('22614: 360')

  const crossOnce = sql`update wheel_builds set crosses = 1 where id = '00000000-0000-0000-0000-000000000000'`
  const spokes = await readAfter([addEarlierBuild, crossOnce], async (tx) => {
    const [hub, rim] = await readPartsWithFits(tx, [idOf('20135'), idOf('21119')])
    return findSpokes(tx, hub as PartWithFits, rim as PartWithFits)
  })
  // The shop does not sell the spokes of a wheel with one cross.
  expect(spokes).toEqual([])
})

test('does not list deleted hubs and rims, or recommended wheels that contain them', async () => {
  const listed = await readAfter([remove('20135', '21420')], listWheelParts)
  const hubs = listed.hub.parts.map(({ productId }) => productId)
  expect([hubs.includes(idOf('20110')), hubs.includes(idOf('20135'))]).toEqual([true, false])
  const names = listed.builds.map(({ name }) => name)
  expect(names).toHaveLength(7)
  expect(names).not.toContain('Rear wheel 622, city, cassette')
  expect(names).not.toContain('Front wheel 406, cargo, rim brake')
})

test('refuses more crosses than the holes allow, parts of other kinds and deleted parts', async () => {
  const crossed = await plan('20212', '21221', 4)
  expect([crossed.status, crossed.body.errors]).toEqual([
    400,
    { crosses: 'A wheel with 28 spokes can have at most 3 crosses.' },
  ])
  expect((await plan('20212', '21221', 3)).status).toBe(200)
  expect((await plan('20110', '21119', -1)).status).toBe(400)
  expect((await plan('20110', '11222')).body.errors).toEqual({
    rim: 'Varde cassette, 12-speed, 10-51, Micro Spline is not a rim with known dimensions.',
  })
  expect((await plan('11222', '21119')).body.errors).toEqual({
    hub: 'Varde cassette, 12-speed, 10-51, Micro Spline is not a hub with known dimensions.',
  })
  const query = { hub: randomUUID(), rim: idOf('21119'), crosses: 3, wheels: 1 }
  for (const unknown of [query, { ...query, hub: idOf('20110'), rim: query.hub }]) {
    const { body } = await shop.call('POST', '/api/wheel-plans', unknown)
    expect(body.code).toBe('part_missing')
  }
  await sql`update parts set deleted_at = now() where id = ${idOf('20420')}`.execute(shop.db)
  expect((await plan('20420', '21119')).body.detail).toBe(
    'Quoin track hub, flip-flop, 120 mm, 36 holes is no longer sold.',
  )
})
