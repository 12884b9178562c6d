import { afterAll, expect, test } from 'vitest'
import { applyImport, uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity'
const formatRow = (sku: string) => `${sku},Chain,Nickel-plated.,/drawings/chain.svg,6.00,50,500`
const send = (headings: string, ...rows: string[]) =>
  uploadPartList(admin, [headings, ...rows].join('\n'), shop.url)
const apply = async (headings: string, ...rows: string[]) =>
  applyImport(admin, (await send(headings, ...rows))._id)
const readRows = async (id: string) => (await admin.call('GET', `/api/imports/${id}/rows`)).body

async function readCodes(sku: string) {
  const rows = await shop.db
    .selectFrom('part_codes')
    .innerJoin('parts', 'parts.id', 'part_id')
    .select(['kind', 'brand', 'key'])
    .where('sku', '=', sku)
    .where('kind', '<>', 'sku')
    .orderBy('key')
    .execute()
  return rows.map(({ kind, brand, key }) => [kind, brand, key].filter(Boolean).join(' '))
}

test('adds, replaces and removes GTINs and competitors’ numbers', async () => {
  const columns = `${HEADINGS},gtin,competitorNumbers`
  await apply(columns, `${formatRow('C-1')},2000000000022,Tarnholt: HX-91 |Vexley:AC:7`)
  expect(await readCodes('C-1')).toEqual([
    'gtin 02000000000022',
    'competitor Vexley AC7',
    'competitor Tarnholt HX91',
  ])
  const read = await send('sku,competitorNumbers', 'C-1,Tarnholt:HX-92')
  expect((await readRows(read._id))[0].changes).toEqual([
    {
      column: 'competitorNumbers',
      from: 'Tarnholt:HX-91|Vexley:AC:7',
      to: 'Tarnholt:HX-92',
    },
  ])
  await applyImport(admin, read._id)
  expect(await readCodes('C-1')).toEqual(['gtin 02000000000022', 'competitor Tarnholt HX92'])
  const part = await shop.db
    .selectFrom('parts')
    .select('id')
    .where('sku', '=', 'C-1')
    .executeTakeFirst()
  expect((await admin.call('GET', `/api/parts/${part?.id}/edits`)).body[0].changes).toEqual([
    { field: 'competitorNumbers', from: 'Tarnholt:HX-91|Vexley:AC:7', to: 'Tarnholt:HX-92' },
  ])
  await apply('sku,competitorNumbers', 'C-1,KMC 2:7|KMC:7')
  const reordered = await send('sku,competitorNumbers', 'C-1,KMC:7|KMC 2:7')
  expect((await readRows(reordered._id))[0].fate).toBe('same')
  await apply('sku,gtin,competitorNumbers', 'C-1,,')
  expect(await readCodes('C-1')).toEqual([])
})

test('changes nothing if a list has the same codes in another sequence', async () => {
  const columns = `${HEADINGS},gtin,competitorNumbers`
  await apply(columns, `${formatRow('C-2')},96385074|2000000000039,B:1|A:2`)
  const read = await send('sku,gtin,competitorNumbers', 'C-2,2000000000039|96385074,A:2|B:1|B:1')
  expect(read.counts).toMatchObject({ same: 1, change: 0 })
})

test('skips a row whose codes have changed since the dry run', async () => {
  const columns = `${HEADINGS},gtin`
  await apply(columns, `${formatRow('C-3')},2000000000046`)
  const stale = await send('sku,gtin', 'C-3,2000000000053')
  await apply('sku,gtin', 'C-3,96385074')
  expect(await applyImport(admin, stale._id)).toMatchObject({ applied: 0, failed: 1 })
  expect(await readCodes('C-3')).toEqual(['gtin 00000096385074'])
})

const MESSAGES: Record<string, RegExp> = {
  gtin: /^Enter a GTIN of 8, 12, 13 or 14 digits with a valid check digit, /,
  competitorNumbers: /^Enter brands and numbers /,
}

test.each([
  ['gtin', '4006381333932'],
  ['gtin', '14006381333932'],
  ['gtin', '4.00638E+12'],
  ['gtin', '96385074|'],
  ['competitorNumbers', 'HX-91'],
  ['competitorNumbers', ':HX-91'],
  ['competitorNumbers', 'Tarnholt:-'],
  ['competitorNumbers', `Tarnholt:${'9'.repeat(41)}`],
  ['competitorNumbers', `${'K'.repeat(61)}:9`],
])('reports an invalid %s: %s', async (column, cell) => {
  const read = await send(`${HEADINGS},${column}`, `${formatRow('C-9')},${cell}`)
  expect((await readRows(read._id))[0]).toMatchObject({
    fate: 'wrong',
    errors: { [column]: expect.stringMatching(MESSAGES[column] ?? '') },
  })
})

test('accepts a competitor’s number of 40 characters and a brand of 60', async () => {
  const cell = `${'K'.repeat(60)}:${'9'.repeat(40)}`
  const read = await send(`${HEADINGS},competitorNumbers`, `${formatRow('C-9')},${cell}`)
  expect(read.counts).toMatchObject({ add: 1, wrong: 0 })
})
