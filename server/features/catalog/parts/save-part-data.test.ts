import { randomUUID } from 'node:crypto'
import type { PartData } from '@freehub/contract/catalog/parts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { waitForBlockedConnections } from '../../../../tests/support/database/locks.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { applyImport, uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
afterAll(() => shop.close())

const none: PartData = {
  sku: null,
  familySlug: null,
  packSize: null,
  cartonSize: null,
  weightGrams: null,
  leadTimeDays: null,
  hsCode: null,
  attributes: {},
}
const chain: PartData = {
  sku: 'FH-10999-5',
  familySlug: 'chains',
  packSize: 10,
  cartonSize: 50,
  weightGrams: 281.5,
  leadTimeDays: 21,
  hsCode: '731511',
  attributes: { speeds: [9, 10], pin_length_mm: 6.2 },
}
const save = (id: string, body: object, by = admin) => by.call('PATCH', `/api/parts/${id}`, body)
const readDetails = async (id: string) => (await shop.call('GET', `/api/parts/${id}`)).body
const drawingOf = async (sku: string) =>
  (await shop.call('GET', `/drawings/${sku}.svg`)).body as string

test('saves number, family, packs and dimensions, draws the part and records the edit', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  expect((await shop.call('GET', '/drawings/FH-10999-5.svg')).status).toBe(404)
  expect((await save(id, { ...chain, seen: none })).status).toBe(200)
  expect(await readDetails(id)).toMatchObject({ ...chain, family: 'Chains' })
  expect(await drawingOf('FH-10999-5')).toContain('6.2')
  const [edit] = (await admin.call('GET', `/api/parts/${id}/edits`)).body
  expect(edit.changes).toContainEqual({ field: 'family', from: null, to: 'Chains' })
  expect(edit.changes).toContainEqual({ field: 'sku', from: null, to: 'FH-10999-5' })

  await save(id, { attributes: { pin_length_mm: 8.4 }, seen: { attributes: chain.attributes } })
  expect(await drawingOf('FH-10999-5')).toContain('8.4')
  await save(id, { sku: 'FH-10993-7' })
  expect(await drawingOf('FH-10993-7')).toContain('8.4')
  expect((await shop.call('GET', '/drawings/FH-10999-5.svg')).status).toBe(404)
})

test('draws a part again when an import changes its name, number or family', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  await save(id, { ...chain, sku: 'FH-10992-9', seen: none })
  expect(await drawingOf('FH-10992-9')).toContain('Drawing: Chain')
  const list = `id,sku,name,family\n${id},FH-10991-1,Sprocket,Cassettes`
  await applyImport(admin, (await uploadPartList(admin, list, shop.url))._id)
  expect(await drawingOf('FH-10991-1')).toContain('Drawing: Sprocket')
  expect((await shop.call('GET', '/drawings/FH-10992-9.svg')).status).toBe(404)
  const { drawing } = await shop.db
    .selectFrom('parts')
    .select('drawing')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(drawing?.figure).toBe('cassette')
  await save(id, { name: 'Cassette' })
  expect(await drawingOf('FH-10991-1')).toContain('Drawing: Cassette')
})

test('draws parts again after messages about changed parts may be lost', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  await save(id, { ...chain, sku: 'FH-10990-3', seen: none })
  expect(await drawingOf('FH-10990-3')).toContain('Drawing: Chain')
  await sql`update parts set name = 'Cassette' where id = ${id}`.execute(shop.db)
  // Another process reports that all parts may have changed.
  await sql`select pg_notify('parts_changed', 'another')`.execute(shop.db)
  await expect
    .poll(() => drawingOf('FH-10990-3'), { timeout: 10_000 })
    .toContain('Drawing: Cassette')
})

test('refuses a part number that differs from another only in case or separators', async () => {
  const owner = await addPart(shop, { name: 'Holm chain' })
  await save(owner, { sku: 'FH-10994-3' })
  const id = await addPart(shop)
  for (const sku of ['fh-10994-3', 'FH109943']) {
    const { body } = await save(id, { sku })
    expect(body.errors.sku).toMatch(/^“Holm chain” has the part number FH-10994-3\./)
  }
  await shop.db.updateTable('parts').set({ sku: 'fh-10994-3' }).where('id', '=', id).execute()
  expect((await save(id, { name: 'Chain 12', sku: 'fh-10994-3' })).status).toBe(200)
  expect((await save(owner, { sku: 'FH 10994-3' })).status).toBe(400)
})

test('names the product that has a part number, and what to do', async () => {
  const owner = await addPart(shop, { name: 'Holm chain' })
  await save(owner, { sku: 'FH-10995-1' })
  const id = await addPart(shop, { name: 'Chain' })
  const readError = async () => (await save(id, { sku: 'FH-10995-1' })).body.errors.sku
  expect(await readError()).toBe(
    '“Holm chain” has this part number. Edit it, or enter another number.',
  )
  await placeOrder((await addCustomer(shop)).call, owner)
  await admin.call('DELETE', `/part/${owner}`)
  expect(await readError()).toBe(
    'The archived product “Holm chain” has this part number. Restore it, or enter another number.',
  )
})

test('keeps the part’s own drawing as its image when its number changes', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  await save(id, { sku: 'FH-10998-7', familySlug: 'hubs' })
  await save(id, { img: '/drawings/FH-10998-7.svg' })
  expect((await save(id, { sku: 'FH-10997-9' })).body.img).toBe('/drawings/FH-10997-9.svg')
  const img = '/drawings/FH-10110-7.svg'
  expect((await save(id, { sku: 'FH-10996-1', img })).body.img).toBe(img)
})

test('changes fields of all kinds and records one edit, or changes nothing if a field is refused', async () => {
  const id = await addPart(shop, { name: 'Chain', cents: 600, minimum: 50 })
  const fits = [{ interface: 'chain.width', role: 'needs', size: '12' }]
  const change = {
    name: 'Chain 12-speed',
    price: 5.8,
    weightGrams: 260,
    attributes: { speeds: 12 },
    fits,
    priceTiers: [{ fromQuantity: 300, price: 5.5 }],
  }
  const seen = { name: 'Chain', price: 6, weightGrams: null, attributes: {}, fits: [] }
  const refused = await save(id, {
    ...change,
    orderMultiple: 30,
    sku: 'FH-10110-7',
    familySlug: 'sails',
    fits: [{ interface: 'sail', role: 'needs', size: '1' }],
  })
  expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
    400,
    ['familySlug', 'fits.0.size', 'orderMultiple', 'sku'],
  ])
  expect((await save(id, { ...change, seen: { ...seen, fits } })).body.code).toBe('part_changed')
  expect((await save(id, { ...change, seen })).body).toMatchObject({ price: 5.8 })
  expect(await readDetails(id)).toMatchObject({
    weightGrams: 260,
    attributes: { speeds: 12 },
    priceTiers: [
      { fromQuantity: 50, price: 5.8 },
      { fromQuantity: 300, price: 5.5 },
    ],
  })
  expect((await admin.call('GET', `/api/parts/${id}/fits`)).body.entries).toEqual(fits)
  const edits = (await admin.call('GET', `/api/parts/${id}/edits`)).body
  const fields = edits.map(({ changes }: { changes: { field: string }[] }) =>
    changes.map(({ field }) => field).sort(),
  )
  expect(fields).toEqual([['attributes', 'name', 'needs', 'price', 'priceTiers', 'weightGrams']])
})

test('indexes the part for the search only if a searched field has another value', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  // Indexing locks the row, which sets `xmax`, even if the words stay the same.
  const readVersion = async () =>
    (await sql`select xmin, xmax from part_words where part_id = ${id}`.execute(shop.db)).rows
  const before = await readVersion()
  await save(id, { name: 'Chain', sku: null, familySlug: null, attributes: {}, packSize: 4 })
  expect(await readVersion()).toEqual(before)
  await save(id, { attributes: { speeds: 12 } })
  expect(await readVersion()).not.toEqual(before)
})

test('refuses a change that is based on outdated data', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  await save(id, { packSize: 5, seen: { packSize: null } })
  const { status, body } = await save(id, { packSize: 6, seen: { packSize: null } })
  expect([status, body.code]).toEqual([409, 'part_changed'])
  const outdated = {
    ...chain,
    name: 'Cable',
    description: 'Of hemp.',
    img: '/cable.svg',
    price: 1,
    minimumOrder: 7,
    orderMultiple: 5,
    priceTiers: [{ fromQuantity: 900, price: 1 }],
    fits: [{ interface: 'chain.width', role: 'needs', size: '12' }],
  }
  for (const [name, value] of Object.entries(outdated)) {
    const { body } = await save(id, { packSize: 6, seen: { [name]: value } })
    expect([name, body.code]).toEqual([name, 'part_changed'])
  }
})

test('takes the lock that blocks orders only for a new SKU', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  await save(id, { sku: 'FH-10995-3' })
  // Holds the lock of an order that was placed, and then takes the lock for its stock.
  const pending = await shop.db.transaction().execute(async (tx) => {
    const lock = (strength: string) =>
      sql`select from parts where id = ${id} for ${sql.raw(strength)}`.execute(tx)
    await lock('key share')
    expect((await save(id, { name: 'Chain 12', sku: 'FH-10995-3' })).status).toBe(200)
    const pending = [save(id, { sku: 'FH-10994-5' })]
    await waitForBlockedConnections(shop.db, tx)
    await lock('no key update nowait')
    return pending
  })
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([200])
})

test('refuses the SKU of another part, an unknown family, and a call by a customer', async () => {
  const id = await addPart(shop, { name: 'Chain' })
  const taken = await save(id, { sku: 'FH-10110-7' })
  expect([taken.status, Object.keys(taken.body.errors)]).toEqual([400, ['sku']])
  const unknown = await save(id, { familySlug: 'sails' })
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['familySlug']])
  expect((await save(id, none, await addCustomer(shop))).status).toBe(403)
})

test('draws unsaved dimensions with the part’s own drawing, or with the first drawing of the family', async () => {
  const { body } = await preview({ familySlug: 'chains', attributes: { pin_length_mm: 9.9 } })
  expect(body.svg).toContain('9.9')
  expect(body.attributeNames).toContain('pin_length_mm')
  expect(body.attributeNames).not.toContain('sold_as')
  expect(body.hsCode).toMatch(/^\d{6}$/)
  expect(body.fits).toContainEqual(expect.objectContaining({ role: expect.any(String) }))
  const partId = await changeLastDrawnChain()
  const drawUnchanged = async (part: object) =>
    (await preview({ ...part, familySlug: 'chains', attributes: {} })).body.svg
  expect(await drawUnchanged({ partId })).not.toBe(await drawUnchanged({}))
  const { status, body: refusal } = await preview({ familySlug: 'a\u0000b', attributes: {} })
  expect([status, Object.keys(refusal.errors)]).toEqual([400, ['familySlug']])
  const rear = { over_locknut_mm: 135, flange_offset_right_mm: 20.8, flange_offset_left_mm: 35.5 }
  const drawHub = async (driver: string) =>
    (await preview({ familySlug: 'hubs', attributes: { ...rear, driver } })).body.svg
  expect(await drawHub('freewheel thread')).not.toBe(await drawHub('HG 8-10'))
  expect((await preview({ familySlug: null, attributes: {} })).body).toEqual({
    svg: null,
    attributeNames: [],
    hsCode: null,
    fits: [],
  })
})

test('suggests values of the family’s first drawn part, also for a part with its own drawing', async () => {
  const { body } = await preview({ familySlug: 'chains', attributes: {} })
  const partId = await changeLastDrawnChain()
  const own = await preview({ partId, familySlug: 'chains', attributes: {} })
  expect({ ...own.body, svg: null }).toEqual({ ...body, svg: null })
})

const preview = (body: object) => admin.call('POST', '/api/drawing-preview', body)

/** Gives the last chain with a drawing other attributes and another HS code than the first. Returns its id. */
async function changeLastDrawnChain() {
  const { rows } = await sql<{ id: string }>`
    update parts set hs_code = '999999', attributes = '{"speeds": 12}'
    where id = (select p.id from parts p join families f on f.code = p.family_code
      where f.slug = 'chains' and p.drawing is not null order by p.position desc limit 1)
    returning id`.execute(shop.db)
  return rows[0]?.id
}

const product = {
  name: 'Chain',
  price: 4.2,
  minimumOrder: 100,
  availableQuantity: 500,
  description: 'Long.',
  img: '/drawings/FH-10777-1.svg',
}

test('adds a part with all its data in one call, and only once for a repeated idempotency key', async () => {
  const [definition] = (await admin.call('GET', '/api/interfaces')).body
  const added = {
    ...product,
    sku: 'FH-10777-1',
    familySlug: 'chains',
    packSize: 10,
    hsCode: '731511',
    attributes: { pin_length_mm: 6.3 },
    priceTiers: [{ fromQuantity: 500, price: 3.9 }],
    orderMultiple: 50,
    fits: [{ interface: definition.id, role: 'needs', size: definition.sizes[0].size }],
  }
  const headers = { 'idempotency-key': randomUUID() }
  const responses = await Promise.all(
    [1, 2].map(() => admin.call('POST', '/parts', added, headers)),
  )
  const [id, repeated] = responses.map(({ body }) => body.insertedId)
  expect(repeated).toBe(id)
  expect((await shop.call('GET', `/api/parts/${id}`)).body).toMatchObject({
    sku: 'FH-10777-1',
    family: 'Chains',
    packSize: 10,
    hsCode: '731511',
    orderMultiple: 50,
    attributes: { pin_length_mm: 6.3 },
    priceTiers: [
      { fromQuantity: 100, price: 4.2 },
      { fromQuantity: 500, price: 3.9 },
    ],
  })
  expect((await admin.call('GET', `/api/parts/${id}/fits`)).body.entries).toEqual(added.fits)
  expect(await drawingOf('FH-10777-1')).toContain('6.3')
})

test('names all invalid fields of a new part in one refusal, and adds nothing', async () => {
  const { status, body } = await admin.call('POST', '/parts', {
    ...product,
    name: 'Zirconium chain',
    sku: 'FH-10110-7',
    familySlug: 'sails',
    priceTiers: [{ fromQuantity: 50, price: 5 }],
    orderMultiple: 30,
    fits: [{ interface: 'sail', role: 'needs', size: '1' }],
  })
  expect([status, Object.keys(body.errors).sort()]).toEqual([
    400,
    [
      'familySlug',
      'fits.0.size',
      'orderMultiple',
      'priceTiers.0.fromQuantity',
      'priceTiers.0.price',
      'sku',
    ],
  ])
  expect((await shop.call('GET', '/parts?search=zirconium')).body).toEqual([])
})
