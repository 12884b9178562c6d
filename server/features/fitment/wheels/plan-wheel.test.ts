import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillCatalogue } from '../../../../dev/sample-data/fill-catalogue.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { listWheelParts } from './list-wheel-parts.ts'

let shop: TestShop
let ids: Map<string, string>

beforeAll(async () => {
  shop = await startTestShop()
  await shop.db.transaction().execute(fillCatalogue)
  const parts = await shop.db.selectFrom('parts').select(['id', 'sku']).execute()
  ids = new Map(parts.map(({ id, sku }) => [`${sku?.slice(3, 8)}`, id]))
})
afterAll(() => shop.close())

const idOf = (number: string) => ids.get(number) as string
const plan = (hub: string, rim: string, crosses = 3, wheels = 10) =>
  shop.visit('POST', '/api/wheel-plans', { hub: idOf(hub), rim: idOf(rim), crosses, wheels })

test('lists the parts of ten wheels in valid quantities, and what is left over', async () => {
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
      ...[productId, needed, quantity, leftOver],
    ],
  )
  expect(lines).toEqual([
    [idOf('20135'), 10, 10, 0],
    [idOf('21119'), 10, 20, 10],
    [idOf('22290'), 360, 360, 0],
    [idOf('22612'), 360, 720, 360],
  ])
})

test('works out every wheel of the catalogue with spokes on sale', async () => {
  const { body } = await shop.visit('GET', '/api/wheel-parts')
  expect(body.builds).toHaveLength(10)
  expect([body.hub.parts.length, body.rim.parts.length]).toEqual([10, 6])
  expect([body.hub.hasMore, body.rim.hasMore]).toEqual([false, false])
  for (const { name, hub, rim, crosses } of body.builds) {
    const query = { hub, rim, crosses, wheels: 1 }
    const planned = await shop.visit('POST', '/api/wheel-plans', query)
    expect([name, planned.body.lacking, planned.body.conflict]).toEqual([name, null, null])
    const build = await shop.db
      .selectFrom('wheel_builds')
      .select('spoke_left_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    expect(planned.body.lines[2].productId).toBe(build.spoke_left_id)
  }
})

test('finds hubs and rims beyond the listed ones, best matches first', async () => {
  await sql`
    with copies as (
      insert into parts (id, family_code, name, description, img, unit_price_cents, minimum_order, on_hand, attributes)
      select uuidv7(), family_code, 'Orrin hub ' || n, description, img, 100, 1, 0, attributes
      from parts, generate_series(1, 45) n where id = ${idOf('20135')} returning id
    )
    insert into part_fits (part_id, interface_id, role, size) select id, 'wheel.spokes', 'offers', '36' from copies`.execute(
    shop.db,
  )
  // The call may respond from its cache.
  const { hub, rim } = await listWheelParts(shop.db)
  expect([hub.parts.length, hub.hasMore, rim.hasMore]).toEqual([50, true, false])
  const find = async (kind: string, search: string) =>
    (await shop.visit('GET', `/api/wheel-parts/search?${new URLSearchParams({ kind, search })}`))
      .body
  const [found] = await find('hub', 'Orrin hub 45')
  expect([found.name, found.spokeHoles]).toEqual(['Orrin hub 45', 36])
  expect(await find('rim', 'Orrin')).toEqual([])
  const rims: { productId: string }[] = await find('rim', '622')
  expect(rims.map(({ productId }) => productId)).toContain(idOf('21221'))
  expect((await shop.visit('GET', '/api/wheel-parts/search?kind=hub&search=')).status).toBe(400)
})

test('states the lengths that no spoke on sale has', async () => {
  const { body } = await plan('20135', '21119', 1)
  expect(body.lacking).toBe(
    'We do not sell spokes for the left side (281.4 mm) and the right side (279.9 mm).',
  )
  expect(body.lines).toHaveLength(2)
})

test('draws the wheel from the dimensions of hub and rim', async () => {
  const { body } = await plan('20135', '21119')
  const drawing = await fetch(`${shop.url}${body.drawing}`)
  expect(drawing.headers.get('content-type')).toContain('image/svg+xml')
  const svg = await drawing.text()
  expect(svg).toContain('36 SPOKES, 3-CROSS')
  // Radius of the spokes' ends: half of an ERD of 603 mm.
  expect(svg).toContain('r="301.5"')
  // Outlines of flanges with spoke holes on circles of 58 and 54 mm.
  const trail = await plan('20348', '21330')
  const flanges = await (await fetch(`${shop.url}${trail.body.drawing}`)).text()
  expect([flanges.includes('r="34"'), flanges.includes('r="32"')]).toEqual([true, true])
  const beyond = body.drawing.replace('_3.svg', '_5.svg')
  expect((await fetch(`${shop.url}${beyond}`)).status).toBe(404)
})

test('draws no wheel whose rim has no known diameter', async () => {
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

test('refuses crosses that the holes do not allow, other parts and deleted parts', async () => {
  const crossed = await plan('20212', '21221', 4)
  expect([crossed.status, crossed.body.errors]).toEqual([
    400,
    { crosses: 'A wheel with 28 spokes can have at most 3 crosses.' },
  ])
  expect((await plan('20110', '21119', -1)).status).toBe(400)
  expect((await plan('11222', '21119')).body.errors).toEqual({
    hub: 'The flanges of Varde cassette, 12-speed, 10-51, Micro Spline are not known.',
  })
  const query = { hub: randomUUID(), rim: idOf('21119'), crosses: 3, wheels: 1 }
  expect((await shop.visit('POST', '/api/wheel-plans', query)).body.code).toBe('part_missing')
  await sql`update parts set deleted_at = now() where id = ${idOf('20420')}`.execute(shop.db)
  expect((await plan('20420', '21119')).body.detail).toBe(
    'Quoin track hub, flip-flop, 120 mm, 36 holes is no longer sold.',
  )
})
