import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { applyImport, uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
const admin = await addAdmin(shop)
afterAll(() => shop.close())

async function findId(sku: string): Promise<string> {
  const part = await shop.db
    .selectFrom('parts')
    .select('id')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow()
  return part.id
}

interface Entry {
  interface: string
  role: string
  size: string
}
const need = (interfaceId: string, size: string): Entry => ({
  interface: interfaceId,
  role: 'needs',
  size,
})
const read = async (id: string): Promise<Entry[]> =>
  (await admin.call('GET', `/api/parts/${id}/fits`)).body.entries
const change = (id: string, fits: Entry[], seen: Entry[]) =>
  admin.call('PATCH', `/api/parts/${id}`, { fits, seen: { fits: seen } })

test('replaces the fits of a part, updates fit checks and relations, and records the admin', async () => {
  const id = await findId('FH-11222-1')
  const seen = await read(id)
  const relations = async () => (await shop.call('GET', `/api/parts/${id}/relations`)).body.fits
  const check = async () => {
    const productIds = [id, await findId('FH-20243-4')]
    return (await shop.call('POST', '/api/fit-checks', { productIds, as: 'bike' })).body.conflicts
  }
  expect(JSON.stringify(await relations())).not.toContain('XD freehub')
  expect(await check()).toMatchObject([
    { why: 'This cassette needs a Micro Spline freehub. The hub has XDR.' },
  ])
  const kept = seen.filter((entry) => entry.interface !== 'freehub.microspline')
  await change(id, [...kept, need('freehub.xdr', 'xd')], seen)
  expect(await read(id)).toContainEqual(need('freehub.xdr', 'xd'))
  expect(await check()).toEqual([])
  // Cached relations are read again after a second.
  await expect
    .poll(relations)
    .toContainEqual(expect.objectContaining({ why: 'This cassette needs an XD freehub.' }))
  const [edit] = (await admin.call('GET', `/api/parts/${id}/edits`)).body
  expect(edit.changes).toEqual([
    {
      field: 'needs',
      from: 'chain.width:12|derailleur.sprocket:51|freehub.microspline:ms-12',
      to: 'chain.width:12|derailleur.sprocket:51|freehub.xdr:xd',
    },
  ])
})

test('refuses unknown interfaces and sizes, stale edits and deleted parts', async () => {
  const id = await findId('FH-55127-1')
  const seen = await read(id)
  const refused = await change(id, [need('seat.post', '26'), need('seat.stay', '26')], seen)
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    {
      'fits.0.size': 'Unknown size “26” for “Seatpost in seat tube”. Sizes: 27.2, 31.6.',
      'fits.1.size': 'Unknown connection “seat.stay”.',
    },
  ])
  const stale = await change(id, seen, [])
  expect([stale.status, stale.body.code]).toEqual([409, 'part_changed'])
  expect(await read(id)).toEqual(seen)
  await sql`update parts set deleted_at = now() where id = ${id}`.execute(shop.db)
  expect((await change(id, seen, seen)).body.code).toBe('part_missing')
  expect((await admin.call('GET', `/api/parts/${id}/fits`)).body.code).toBe('part_missing')
})

test('refuses the second of two concurrent edits', async () => {
  const id = await findId('FH-55331-6')
  const seen = await read(id)
  const [post] = seen.map((entry) => ({ ...entry, size: entry.size.replace('31.6', '27.2') }))
  const edited = await runInLockOrder(shop.db, lockRow('parts', id), [
    () => change(id, [post as Entry], seen),
    () => change(id, [], seen),
  ])
  expect(edited.map(({ status }) => status)).toEqual([200, 409])
  expect((await change(id, seen, [post as Entry])).status).toBe(200)
})

const send = async (...lines: string[]) => uploadPartList(admin, lines.join('\n'), shop.url)
const rowsOf = async (id: string) => (await admin.call('GET', `/api/imports/${id}/rows`)).body

test('imports needs and offers from a list, and exports them', async () => {
  const list = await send(
    'sku,needs,offers',
    'FH-54121-6,,seat.rail:7',
    'FH-55331-6,seat.rail:7|seat.post:27.2|seat.post:27.2,',
    'FH-54245-9,,seat.rail:8',
    'FH-54416-0,seat.stay:7,',
  )
  const rows = await rowsOf(list._id)
  expect(rows.map(({ fate }: { fate: string }) => fate)).toEqual([
    'same',
    'change',
    'wrong',
    'wrong',
  ])
  expect(rows[1].changes).toEqual([
    {
      column: 'needs',
      from: 'seat.post:31.6|seat.rail:7',
      to: 'seat.post:27.2|seat.rail:7',
    },
  ])
  expect(rows[2].errors).toEqual({
    offers: 'Unknown size “8” for “Saddle rails”. Sizes: 7. Found: “seat.rail:8”.',
  })
  expect(rows[3].errors).toEqual({
    needs: 'Unknown connection “seat.stay”. Found: “seat.stay:7”.',
  })
  await applyImport(admin, list._id)
  const id = await findId('FH-55331-6')
  expect(await read(id)).toEqual([need('seat.post', '27.2'), need('seat.rail', '7')])
  const csv = (await admin.call('GET', '/api/parts/export.csv?search=FH-55331-6')).body
  expect(csv).toContain('seat.post:27.2|seat.rail:7')
})

test('accepts as many needs and offers of a part in a list as in the form', async () => {
  const fits = Array.from({ length: 121 }, (_, n) => need('tube.range', `${n + 20}-622`))
  const texts = fits.map(({ size }) => `tube.range:${size}`)
  const id = await findId('FH-55331-6')
  const stored = fits.slice(0, 119)
  expect((await change(id, stored, await read(id))).status).toBe(200)
  const list = await send(
    'sku,needs,offers',
    `FH-54121-6,${texts.slice(0, 60).join('|')},${texts.slice(60).join('|')}`,
    `FH-55331-6,${texts.slice(1).join('|')},`,
  )
  const [invalid, valid] = await rowsOf(list._id)
  expect(invalid.errors).toEqual({ needs: 'Enter at most 120 needs and offers in total.' })
  expect(valid.fate).toBe('change')

  const needsOnly = await send('sku,needs', `FH-55331-6,${texts.slice(1).join('|')}`)
  const offer = { ...need('tube.range', '37-622'), role: 'offers' }
  expect((await change(id, [...stored, offer], stored)).status).toBe(200)
  expect(await applyImport(admin, needsOnly._id)).toMatchObject({ applied: 0, failed: 1 })
})
