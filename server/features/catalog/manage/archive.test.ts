import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes, readIds } from '../../../../tests/support/shop/api-client.ts'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPartCode } from '../../../../tests/support/shop/part-codes.ts'
import { uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { deleteUnusedPhotos } from '../photos/add-photo.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
const customer = await addCustomer(shop)
afterAll(() => shop.close())

const list = (query: string) => admin.call('GET', `/api/managed-parts?${query}`)
const restore = (id: string) => admin.call('POST', `/api/parts/${id}/restoration`)

async function addArchivedPart(name: string, sku?: string): Promise<string> {
  const id = await addPart(shop, { name })
  if (sku) await shop.db.updateTable('parts').set({ sku }).where('id', '=', id).execute()
  await placeOrder(customer.call, id, 10)
  await admin.call('DELETE', `/part/${id}`)
  return id
}

test('lists parts on sale, archived parts or both, and finds parts by their words', async () => {
  const onSaleId = await addPart(shop, { name: 'Quillon brake' })
  const archived = await addArchivedPart('Quillon lever', 'QL-7')
  const deleted = await addPart(shop, { name: 'Quillon cable' })
  await admin.call('DELETE', `/part/${deleted}`)
  expect(readIds(await list('search=quillon'))).toEqual([onSaleId])
  expect(readIds(await list('search=quillon&status=archived'))).toEqual([archived])
  expect(readIds(await list('search=QL-7&status=archived'))).toEqual([archived])
  expect(readIds(await list('search=quilon&status=archived'))).toEqual([])
  expect((await list(`id=${onSaleId}`)).body).toMatchObject([{ _id: onSaleId, isOrdered: false }])
  expect(readIds(await list(`id=${archived}`))).toEqual([])
  const all = await list('search=quillon&status=all')
  expect(all.headers.get('x-total-count')).toBe('2')
  expect(all.body).toMatchObject([
    { _id: onSaleId, isOrdered: false, archivedAt: null },
    { _id: archived, isOrdered: true, sku: 'QL-7', archivedAt: expect.any(String) },
  ])
  const next = await list(`search=quillon&status=all&after=${onSaleId}`)
  expect(readIds(next)).toEqual([archived])
  expect((await customer.call('GET', '/api/managed-parts')).status).toBe(403)
})

test('filters parts by family and low stock, and sorts them by price', async () => {
  const first = await addPart(shop, { name: 'Wexford pump', cents: 300 })
  const second = await addPart(shop, { name: 'Wexford pump', cents: 200, stock: 9 })
  await shop.db.insertInto('families').values({ code: '98', name: 'Pumps' }).execute()
  await shop.db.updateTable('parts').set({ family_code: '98' }).where('id', '=', first).execute()
  const find = async (query: string) => readIds(await list(`search=wexford&${query}`))
  expect(await find('sort=price')).toEqual([second, first])
  expect(await find('sort=-price')).toEqual([first, second])
  expect(await find('status=out')).toEqual([second])
  expect(await find('family=pumps')).toEqual([first])
  expect(await find('family=pumps&status=all')).toEqual([first])
  expect(await find('family=pumps&status=out')).toEqual([])
  expect((await list('status=all&sort=price')).status).toBe(400)
})

test('does not find an archived part by several words that are only in its description', async () => {
  // Its description is "Nickel-plated, 116 links."
  const id = await addArchivedPart('Ulvar handlebar')
  expect(readIds(await list('search=plate%20link&status=archived'))).toEqual([])
  expect(readIds(await list('search=ulvar%20link&status=archived'))).toEqual([id])
  expect(readIds(await list('search=links&status=archived'))).toContain(id)
})

test('lists the same parts on sale in each tab of a search', async () => {
  await addPart(shop, { name: 'Yarrow cassette, 9-speed', stock: 9 })
  await addPart(shop, { name: 'Yarrowby hub', stock: 9 })
  await addArchivedPart('Yarrow hub')
  const find = async (search: string, status: string) =>
    readIds(await list(`search=${search}&status=${status}`)).toSorted()
  // The descriptions contain "Nickel-plated".
  for (const search of ['yarrow', 'yarrow%209', 'nickel%20plated']) {
    const sale = await find(search, 'sale')
    const archived = await find(search, 'archived')
    expect(sale).not.toEqual([])
    expect(await find(search, 'all')).toEqual([...sale, ...archived].toSorted())
    if (search.startsWith('yarrow')) expect(await find(search, 'out')).toEqual(sale)
  }
})

test('lists first the part whose number equals the search text, on each page', async () => {
  const other = await addPart(shop, { name: 'Chain ZX 35' })
  const numbered = await addPart(shop, { name: 'Nut' })
  await shop.db.updateTable('parts').set({ sku: 'ZX-35' }).where('id', '=', numbered).execute()
  for (const query of ['search=zx-35', 'search=zx-35&status=all']) {
    expect(readIds(await list(query))).toEqual([numbered, other])
    expect(readIds(await list(`${query}&after=${numbered}`))).toEqual([other])
    expect(readIds(await list(`${query}&after=${other}`))).toEqual([])
  }
})

test('suggests a corrected spelling for a search without matches, but does not search for it', async () => {
  await addPart(shop, { name: 'Zephyrine saddle' })
  const response = await list('search=zephyrin%20sadle')
  expect(response.body).toEqual([])
  expect(response.headers.get('x-searched-for')).toBe('zephyrin%20saddle')
})

test('restores an archived part once for concurrent requests, keeps its stock and makes it searchable', async () => {
  const id = await addArchivedPart('Marvelo rim')
  const all = await runInLockOrder(
    shop.db,
    lockRow('parts', id),
    [1, 2, 3].map(() => () => restore(id)),
  )
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await shop.call('GET', `/parts/${id}`)).body).toMatchObject({ availableQuantity: 90 })
  expect(readIds(await list('search=marvelo'))).toEqual([id])
  expect(await readStock(shop, id)).toEqual({ onHand: 100, reserved: 10 })
  const edits = await admin.call('GET', `/api/parts/${id}/edits`)
  expect(edits.body.map(({ kind }: { kind: string }) => kind)).toEqual(['restored', 'deleted'])
  await expectConsistentLedger(shop)
})

test('refuses to restore an unknown part, and a part that was never ordered', async () => {
  const id = await addPart(shop)
  await admin.call('DELETE', `/part/${id}`)
  for (const missing of [id, randomUUIDv7()])
    expect((await restore(missing)).body.code).toBe('part_missing')
})

test('lets only staff restore a part', async () => {
  const path = `/api/parts/${randomUUIDv7()}/restoration`
  expect((await customer.call('POST', path)).status).toBe(403)
})

test('refuses to restore a part if another part has its GTIN', async () => {
  const id = await addArchivedPart('Old hub')
  const other = await addPart(shop, { name: 'New hub' })
  const code = { kind: 'gtin' as const, key: '04006381333931', code: '4006381333931' }
  await shop.db
    .insertInto('part_codes')
    .values([id, other].map((part_id) => ({ ...code, part_id })))
    .execute()
  const { status, body } = await restore(id)
  expect([status, body.code]).toEqual([409, 'part_number_taken'])
  expect(body.detail).toContain('4006381333931 now belongs to “New hub”')
})

test('restores only one of two archived parts with the same GTIN', async () => {
  const ids = [await addArchivedPart('Silver hub'), await addArchivedPart('Black hub')]
  for (const id of ids) await addPartCode(shop, id, 'gtin', '4006381333948')
  const responses = await runInLockOrder(
    shop.db,
    (tx) => sql`select from parts where id = any (${ids}) for no key update`.execute(tx),
    ids.map((id) => () => restore(id)),
  )
  expect(countOutcomes(responses)).toEqual({ 200: 1, part_number_taken: 1 })
})

test('keeps the photo of an archived part, and replaces a missing photo with a drawing', async () => {
  const photo = randomUUIDv7()
  const img = `/photos/${photo}/640.webp`
  await shop.db
    .insertInto('photos')
    .values({ id: photo, sha256: Buffer.alloc(32, 7), width: 640, height: 480, by_user: admin.id })
    .execute()
  await shop.db
    .insertInto('photo_files')
    .values({ photo_id: photo, format: 'webp', width: 640, bytes: Buffer.from('x') })
    .execute()
  const id = await addArchivedPart('Photo part')
  await restore(id)
  await shop.db.updateTable('parts').set({ img }).where('id', '=', id).execute()
  await admin.call('DELETE', `/part/${id}`)
  const expired = { unused_since: new Date(Date.now() - 48 * 3600_000) }
  await shop.db.updateTable('photos').set(expired).where('id', '=', photo).execute()
  await deleteUnusedPhotos(shop.db)
  expect((await restore(id)).body.img).toBe(img)
  await admin.call('DELETE', `/part/${id}`)
  await shop.db.deleteFrom('photos').where('id', '=', photo).execute()
  expect((await restore(id)).body.img).toBe('/drawings/house/phantom-box.svg')
  await expectConsistentLedger(shop)
})

test('states in an import that a product is archived', async () => {
  const id = await addArchivedPart('Imported hub', 'IH-1')
  const read = await uploadPartList(admin, `id,sku,name\n,IH-1,Hub\n${id},,Hub\n`, shop.url)
  const { body } = await admin.call('GET', `/api/imports/${read._id}/rows`)
  const message = 'This product is archived. Restore it in Manage Products first.'
  expect(body).toMatchObject([
    { fate: 'wrong', errors: { sku: message } },
    { fate: 'wrong', errors: { id: message } },
  ])
})
