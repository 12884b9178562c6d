import { randomUUIDv7 } from 'node:crypto'
import { partRelations } from '@freehub/contract/catalog/part-schemas'
import type { PartRelations } from '@freehub/contract/catalog/parts'
import { afterAll, expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
afterAll(() => shop.close())

async function findPartId(name: string): Promise<string> {
  const { id } = await shop.db
    .selectFrom('parts')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

async function readRelations(name: string): Promise<PartRelations> {
  const { status, body } = await shop.call('GET', `/api/parts/${await findPartId(name)}/relations`)
  expect(status).toBe(200)
  return body
}

const listNames = ({ fits }: PartRelations, connection: string, role: 'needs' | 'offers') =>
  fits.find((fit) => fit.name === connection && fit.role === role)?.parts.map(({ name }) => name)

test('lists compatible hubs and chains for a cassette', async () => {
  const relations = await readRelations('Strake cassette, 11-speed, 11-28, road body')
  expect(listNames(relations, 'HG spline freehub body', 'needs')).toEqual([
    'Strake rear hub, 12 x 142, centre lock, HG 11, 28 holes',
  ])
  expect(listNames(relations, 'Chain on sprocket, chainring and derailleur', 'needs')).toEqual([
    'Strake chain, 11-speed, 118 links',
  ])
})

test('lists hubs with a short or a long freehub body for a short cassette', async () => {
  const short = await readRelations('Holm cassette, 8-speed, 11-32')
  expect(listNames(short, 'HG spline freehub body', 'needs')).toEqual([
    'Holm rear hub, HG 8-10, QR 135 mm, 36 holes',
    'Strake rear hub, 12 x 142, centre lock, HG 11, 28 holes',
  ])
})

test('lists rims and tubes of a suitable size for a tyre', async () => {
  const narrow = await readRelations('Strake tyre, 28-622, folding, 60 TPI')
  const rims = [
    'Holm rim, 622 x 19, 36 holes, rim brake',
    'Strake rim, 622 x 21, 28 holes, disc, tubeless',
  ]
  expect(listNames(narrow, 'Bead seat diameter', 'needs')).toEqual(rims)
  expect(listNames(narrow, 'Tyre width on rim inner width', 'needs')).toEqual(rims)
  expect(listNames(narrow, 'Tube or tubeless valve in tyre', 'needs')).toEqual([
    'Strake tube, 25/32-622, Presta 60 mm',
    'Holm tube, 28/47-622, Schrader 40 mm',
    'Holm tube, 28/47-622, Presta 40 mm',
  ])
})

test('lists up to twelve compatible parts and the total count', async () => {
  const { fits: chain } = await readRelations('Strake chain, 11-speed, 118 links')
  const run = chain.find(({ name }) => name.startsWith('Chain on sprocket'))
  expect(run?.count).toBeGreaterThan(6)
  expect(run?.parts).toHaveLength(Math.min(12, run?.count ?? 0))
})

test('lists no parts for an interface whose counterpart is the frame', async () => {
  const { fits } = await readRelations('Quoin bottom bracket, BSA 68, JIS 103')
  expect(fits.find(({ name }) => name === 'Bottom bracket shell')).toMatchObject({
    role: 'needs',
    sizes: ['BSA-68'],
    counterpart: 'frame',
    standard: 'ISO 6696',
    allNeeded: false,
    parts: [],
    count: 0,
  })
})

test('requires both bearings of a headset', async () => {
  const relations = await readRelations('Varde headset, ZS44/28.6 and ZS56/40, tapered')
  const bearings = relations.fits.find(({ name }) => name === 'Cartridge bearing')
  expect(bearings).toMatchObject({ allNeeded: true, sizes: ['41.8x30.5x8', '52x40x7'], count: 2 })
})

test('finds a part on sale for each need that catalog parts can meet', async () => {
  const parts = await shop.db.selectFrom('parts').select(['id', 'name', 'sku']).execute()
  for (const { id, name, sku } of parts.filter((part) => part.sku)) {
    const { body } = await shop.call('GET', `/api/parts/${id}/relations`)
    expect(partRelations.parse(body)).toEqual(body)
    for (const fit of (body as PartRelations).fits) {
      const isPromised = fit.role === 'needs' && fit.counterpart === 'catalogue'
      if (isPromised)
        expect([sku, name, fit.name, fit.count > 0]).toEqual([sku, name, fit.name, true])
      expect(fit.parts.map(({ _id }) => _id)).not.toContain(id)
    }
  }
})

test('lists each of two compatible parts for the other one', async () => {
  const parts = await shop.db
    .selectFrom('parts')
    .select('id')
    .where('sku', 'is not', null)
    .execute()
  const partsByConnection = new Map<string, Map<string, string[]>>()
  for (const { id } of parts) {
    const { body } = await shop.call('GET', `/api/parts/${id}/relations`)
    for (const fit of (body as PartRelations).fits.filter(({ count }) => count <= 6)) {
      const at = partsByConnection.get(`${fit.name} ${fit.role}`) ?? new Map()
      partsByConnection.set(
        `${fit.name} ${fit.role}`,
        at.set(
          id,
          fit.parts.map(({ _id }) => _id),
        ),
      )
    }
  }
  for (const [connection, needParts] of [...partsByConnection].filter(([connection]) =>
    connection.endsWith(' needs'),
  )) {
    const offerParts = partsByConnection.get(connection.replace(/needs$/, 'offers'))
    for (const [needPart, compatibleIds] of needParts)
      for (const compatibleId of compatibleIds)
        if (offerParts?.has(compatibleId)) expect(offerParts.get(compatibleId)).toContain(needPart)
  }
})

test('lists four similar parts of the family, parts of the same size first', async () => {
  const { similar } = await readRelations('Holm spoke, 2.0 plain, 292 mm, stainless')
  expect(similar.map(({ name }) => name)).toEqual([
    'Holm spoke, 2.0 plain, 290 mm, stainless',
    'Holm spoke, 2.0 plain, 260 mm, stainless',
    'Strake spoke, 2.0-1.8-2.0 butted, 284 mm, black',
    'Varde spoke, 2.0-1.8-2.0 butted, 292 mm, black',
  ])
})

test('returns no relations for a part without catalog data', async () => {
  const id = await addPart(shop)
  const { body } = await shop.call('GET', `/api/parts/${id}/relations`)
  expect(body).toEqual({ fits: [], similar: [] })
})

test('removes a deleted part from relations within a second', async () => {
  const cassette = 'Varde cassette, 12-speed, 10-51, Micro Spline'
  const hub = await findPartId('Varde rear hub, 12 x 148, 6-bolt, Micro Spline, 32 h')
  const hubs = async () =>
    listNames(await readRelations(cassette), 'Micro Spline freehub body', 'needs')
  expect(await hubs()).toHaveLength(1)
  const admin = await addAdmin(shop)
  await admin.call('DELETE', `/part/${hub}`)
  await waitUntil('the hub is gone', async () => (await hubs())?.length === 0)
  const { body } = await waitUntil('its own relations are gone', async () => {
    const response = await shop.call('GET', `/api/parts/${hub}/relations`)
    return response.status === 404 && response
  })
  expect(body.code).toBe('part_missing')
})

test('refuses an unknown or malformed part id', async () => {
  const missing = await shop.call('GET', `/api/parts/${randomUUIDv7()}/relations`)
  expect([missing.status, missing.body.code]).toEqual([404, 'part_missing'])
  const { status, body } = await shop.call('GET', '/api/parts/7/relations')
  expect([status, Object.keys(body.errors)]).toEqual([400, ['id']])
})
