import { randomUUIDv7 } from 'node:crypto'
import { partData } from '@freehub/contract/catalog/part-schemas'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readIds } from '../../../../tests/support/shop/api-client.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { applyImport, uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { addParts, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
const customer = await addCustomer(shop)
await sql`insert into families (code, name) values ('12', 'Chains')`.execute(shop.db)
afterAll(() => closeWithConsistentLedger(shop))

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity,family'
const formatRow = (sku: string, more: Partial<Record<'name' | 'price' | 'stock', string>> = {}) =>
  `${sku},${more.name ?? 'Chain'},Nickel-plated.,/drawings/chain.svg,${more.price ?? '2.68'},10,${more.stock ?? '500'},Chains`
const formatList = (...rows: string[]) => [HEADINGS, ...rows].join('\r\n')
const send = (list: string | Buffer, name?: string) => uploadPartList(admin, list, shop.url, name)
const readRows = async (id: string, query = '') =>
  (await admin.call('GET', `/api/imports/${id}/rows${query}`)).body

async function findPart(sku: string) {
  return shop.db.selectFrom('parts').selectAll().where('sku', '=', sku).executeTakeFirst()
}

test('reports the result of each row in a dry run without changing anything', async () => {
  const old = await send(formatList(formatRow('D-1'), formatRow('D-2')))
  await applyImport(admin, old._id)
  const read = await send(
    formatList(
      formatRow('D-1', { price: '3.00', stock: '450' }),
      formatRow('D-2'),
      formatRow('D-3'),
      formatRow('D-4', { price: 'expensive' }),
    ),
  )
  expect(read).toMatchObject({
    state: 'read',
    counts: { add: 1, change: 1, same: 1, wrong: 1 },
    applied: 0,
    by: 'Grace Hopper',
    fileName: 'parts.csv',
  })
  expect(await readRows(read._id)).toMatchObject([
    {
      row: 2,
      fate: 'change',
      sku: 'D-1',
      changes: [
        { column: 'price', from: '2.68', to: '3.00' },
        { column: 'availableQuantity', from: '500', to: '450' },
      ],
    },
    { row: 3, fate: 'same', changes: [] },
    {
      row: 4,
      fate: 'add',
      name: 'Chain',
      sku: 'D-3',
      changes: [
        { column: 'price', from: '', to: '2.68' },
        { column: 'minimumOrder', from: '', to: '10' },
        { column: 'availableQuantity', from: '', to: '500' },
        { column: 'family', from: '', to: 'Chains' },
        { column: 'description', from: '', to: 'Nickel-plated.' },
        { column: 'img', from: '', to: '/drawings/chain.svg' },
      ],
      applied: false,
    },
    { row: 5, fate: 'wrong', errors: { price: 'Enter the price as 4.50. Found: “expensive”.' } },
  ])
  expect(await readRows(read._id, '?fate=wrong')).toHaveLength(1)
  const page = await admin.call('GET', `/api/imports/${read._id}/rows?size=2`)
  expect(page.headers.get('link')).toContain('after=3')
  expect(await findPart('D-1')).toMatchObject({ unit_price_cents: 268, on_hand: 500 })
  expect(await findPart('D-3')).toBeUndefined()
})

test('lists all columns of a new part that are not empty', async () => {
  const headings = `${HEADINGS},packSize,weightGrams,hsCode,gtin,competitorNumbers`
  const row = `${formatRow('D-5')},,1.5,871496,4006381333931,Kranz:B-1`
  const read = await send(`${headings}\n${row}`)
  const [{ changes }] = await readRows(read._id)
  expect(changes.slice(4, -2)).toEqual([
    { column: 'weightGrams', from: '', to: '1.5' },
    { column: 'hsCode', from: '', to: '871496' },
    { column: 'gtin', from: '', to: '4006381333931' },
    { column: 'competitorNumbers', from: '', to: 'Kranz:B-1' },
  ])
})

test('adds and changes parts, records the admin and the reason, and updates the search', async () => {
  const first = await send(formatList(formatRow('A-1', { name: 'Zephyr chain' })), 'spring.csv')
  expect(await applyImport(admin, first._id)).toMatchObject({
    state: 'applied',
    applied: 1,
    failed: 0,
  })
  const second = await send(
    formatList(formatRow('A-1', { name: 'Mistral chain', stock: '470' })),
    'may.csv',
  )
  expect(await applyImport(admin, second._id)).toMatchObject({ applied: 1 })

  const part = await findPart('A-1')
  expect(part).toMatchObject({ name: 'Mistral chain', on_hand: 470, family_code: '12' })
  const movements = await shop.db
    .selectFrom('stock_movements')
    .select(['kind', 'pieces', 'reason', 'by_user'])
    .where('part_id', '=', part?.id as string)
    .orderBy('id')
    .execute()
  expect(movements).toEqual([
    { kind: 'initial', pieces: 500, reason: 'spring.csv', by_user: admin.id },
    { kind: 'adjustment', pieces: -30, reason: 'may.csv', by_user: admin.id },
  ])
  const edits = await admin.call('GET', `/api/parts/${part?.id}/edits`)
  expect(edits.body).toMatchObject([
    { by: 'Grace Hopper', changes: [{ field: 'name', from: 'Zephyr chain', to: 'Mistral chain' }] },
  ])
  const countResults = async (word: string) =>
    (await shop.call('GET', `/parts?search=${word}`)).body.length
  expect([await countResults('mistral'), await countResults('zephyr')]).toEqual([1, 0])
  const repeated = await admin.call('POST', `/api/imports/${second._id}/application`)
  expect([repeated.status, repeated.body.code]).toEqual([409, 'import_applied'])
})

test('indexes the words and prices of all changed parts together', async () => {
  const list = formatList(formatRow('I-1'), formatRow('I-2'))
  await applyImport(admin, (await send(list))._id)
  const changes = formatList(
    formatRow('I-1', { price: '9.00' }),
    formatRow('I-2', { price: '9.00', name: 'Chain new' }),
  )
  await sql`
    create function refuse_indexing() returns trigger language plpgsql as
      $$ begin raise 'indexed one by one'; end $$;
    create trigger refuse_indexing after update of name on parts for each row
      when (coalesce(current_setting('freehub.search_index', true), '') <> 'deferred')
      execute function refuse_indexing()`.execute(shop.db)
  onTestFinished(async () => {
    await sql`drop function refuse_indexing cascade`.execute(shop.db)
  })
  await applyImport(admin, (await send(changes))._id)
  const { rows } = await sql`
    select from part_words indexed, build_search_words(array[indexed.part_id]) alone
    where indexed.words <> alone.words`.execute(shop.db)
  expect(rows).toEqual([])
  const found = await shop.call('GET', '/parts?search=chain&priceFrom=8.99&priceTo=9.01')
  expect(found.body).toHaveLength(2)
})

test.each([
  ['weightGrams', 1_000_000, 'Enter at most 1,000,000 grams.'],
  ['leadTimeDays', 3650, 'Enter at most 3,650 days.'],
])('refuses a %s above %i', async (column, max, message) => {
  const rows = [`${formatRow('M-1')},${max}`, `${formatRow('M-2')},${max + 1}`]
  const read = await send([`${HEADINGS},${column}`, ...rows].join('\r\n'))
  expect(await readRows(read._id)).toMatchObject([
    { fate: 'add' },
    { fate: 'wrong', errors: { [column]: `${message} Found: “${max + 1}”.` } },
  ])
})

test('imports a part with the longest SKU that staff can save in Edit Product', async () => {
  const sku = 'L'.repeat(60)
  const { _id } = await send(formatList(formatRow(sku), formatRow(`${sku}L`)))
  await applyImport(admin, _id)
  expect(await readRows(_id, '?fate=wrong')).toMatchObject([
    { row: 3, errors: { sku: `At most 60 characters. Found: “${'L'.repeat(40)}…”.` } },
  ])
  const { id } = (await findPart(sku)) as { id: string }
  const seen = partData.strip().parse((await admin.call('GET', `/api/parts/${id}`)).body)
  const saved = await admin.call('PATCH', `/api/parts/${id}`, { ...seen, packSize: 10, seen })
  expect(saved.status).toBe(200)
  expect(await findPart(sku)).toMatchObject({ sku, pack_size: 10 })
})

test('records all changes of an import, including SKU and family', async () => {
  await applyImport(admin, (await send(formatList(formatRow('N-1'))))._id)
  const part = await findPart('N-1')
  const columns = 'id,sku,family,packSize,cartonSize,weightGrams,leadTimeDays,hsCode'
  const read = await send(`${columns}\n${part?.id},N-2,,10,100,7.5,14,731511`)
  await applyImport(admin, read._id)
  const edits = await admin.call('GET', `/api/parts/${part?.id}/edits`)
  expect(edits.body[0].changes).toHaveLength(7)
  expect(edits.body[0].changes).toEqual(
    expect.arrayContaining([
      { field: 'sku', from: 'N-1', to: 'N-2' },
      { field: 'family', from: 'Chains', to: null },
      { field: 'packSize', from: null, to: 10 },
      { field: 'weightGrams', from: null, to: 7.5 },
    ]),
  )
})

test('changes the URL of a part’s own drawing with its SKU, if the new SKU can have a drawing', async () => {
  const [id = ''] = await addParts(shop, 1)
  const drawing = '{"figure":"chain","view":"side","parameters":{}}'
  await shop.db
    .updateTable('parts')
    .set({ sku: 'FH-19001-1', img: '/drawings/FH-19001-1.svg', drawing, family_code: '12' })
    .where('id', '=', id)
    .execute()
  const rename = async (sku: string) => {
    await applyImport(admin, (await send(`id,sku\n${id},${sku}`))._id)
    const { img } = (await shop.call('GET', `/parts/${id}`)).body
    return [img, (await shop.call('GET', img)).status]
  }
  expect(await rename('FH-19002-1')).toEqual(['/drawings/FH-19002-1.svg', 200])
  expect(await rename('FH-19002-1B')).toEqual(['/drawings/house/phantom-box.svg', 200])
  expect(await rename('FH-19003-1')).toEqual(['/drawings/FH-19003-1.svg', 200])
  const cleared = await admin.call('PATCH', `/api/parts/${id}`, { sku: null })
  expect([cleared.status, cleared.body.img]).toEqual([200, '/drawings/house/phantom-box.svg'])
  const [undrawnId = ''] = await addParts(shop, 1)
  const { body } = await admin.call('PATCH', `/api/parts/${undrawnId}`, { img: cleared.body.img })
  const renamed = await admin.call('PATCH', `/api/parts/${undrawnId}`, { sku: 'FH-19005-1' })
  expect(renamed.body.img).toBe(body.img)
})

test('draws an added part from the template of its family', async () => {
  await applyImport(admin, (await send(formatList(formatRow('FH-19004-1'))))._id)
  expect((await shop.call('GET', '/drawings/FH-19004-1.svg')).status).toBe(200)
})

test('accepts semicolons, tabs, a decimal comma, a dollar sign and a byte order mark', async () => {
  const columns = [
    'SKU',
    'Name',
    'description',
    'IMG',
    'price',
    'minimumorder',
    'availableQuantity',
  ]
  const cells = (sku: string, price: string) => [
    sku,
    '"Chain; ""gold"",\n10-speed"',
    'Long.',
    '/a.svg',
    price,
    '1',
    '5',
  ]
  const semicolons = `\ufeff${[columns, cells('F-1', '2,68')].map((row) => row.join(';')).join('\r\n')}\r\n\r\n`
  const tabs = [columns, cells('F-2', '$ 2.68')].map((row) => row.join('\t')).join('\n')
  for (const list of [semicolons, tabs]) {
    const read = await send(list)
    expect(read.counts).toEqual({ add: 1, change: 0, same: 0, wrong: 0 })
    await applyImport(admin, read._id)
  }
  for (const sku of ['F-1', 'F-2']) {
    expect(await findPart(sku)).toMatchObject({
      name: 'Chain; "gold",\n10-speed',
      unit_price_cents: 268,
      family_code: null,
    })
  }
})

test.each([
  ['empty', '', 'The file is empty.'],
  [
    'not UTF-8',
    Buffer.from('name\nGr\xf6\xdfe', 'latin1'),
    'The file is not UTF-8. Save it as “CSV UTF-8”.',
  ],
  [
    'a picture',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    'The file is not UTF-8. Save it as “CSV UTF-8”.',
  ],
  ['not text', 'name\0\n', 'This is not a text file, so it cannot be CSV.'],
])('immediately refuses a file that is %s', async (_, file, detail) => {
  expect(await send(file)).toMatchObject({ status: 422, code: 'import_unreadable', detail })
})

test.each([
  [
    'unknown headings',
    'sku,colour,Größe\n1,2,3',
    /^Unknown headings: colour, Größe\. Valid headings: id, sku/,
  ],
  ['a duplicate heading', 'sku,SKU\n1,2', /^Duplicate heading: sku\./],
  ['no rows', HEADINGS, /^The file has no rows below the headings\./],
  [
    'a quotation mark that is never closed',
    `${HEADINGS}\nX-1,"Chain\n${'x\n'.repeat(100)}`,
    /^A quotation mark in row 2 is not closed\./,
  ],
  ['a cell without end', `${HEADINGS}\nX-1,"${'Chain\n'.repeat(20_000)}`, /^Row 2 does not end\./],
  [
    'a quotation mark inside a cell',
    `${HEADINGS}\nX-1,"Chain" x,`,
    /^Row 2 has a quotation mark in the wrong place\./,
  ],
])('refuses a list with %s and gives the reason', async (_, list, refusal) => {
  expect(await send(list)).toMatchObject({
    state: 'refused',
    refusal: expect.stringMatching(refusal),
  })
})

test('refuses a weight whose comma may separate thousands', async () => {
  const [id = ''] = await addParts(shop, 1)
  const sendWeight = (weight: string) => send(`id,weightGrams\n${id},${weight}`)
  const [refused] = await readRows((await sendWeight('"1,250"'))._id)
  expect(refused.errors).toEqual({
    weightGrams:
      'Enter the weight in grams, such as 1250 or 7.5, without thousands separators. Found: “1,250”.',
  })
  for (const weight of ['"1,25"', '"0,250"', '1250', '1.250']) {
    const read = await sendWeight(weight)
    expect([weight, read.counts.wrong]).toEqual([weight, 0])
  }
})

test('reports every error of a row by its column', async () => {
  await applyImport(admin, (await send(formatList(formatRow('W-1'), formatRow('W-2'))))._id)
  const [one, two] = [await findPart('W-1'), await findPart('W-2')]
  const list = [
    `id,${HEADINGS},packSize,hsCode`,
    `,W-9,,,http://a,0,0,-1,Sails,0,12`,
    `nonsense,${formatRow('W-8')},,`,
    `${one?.id},${formatRow('W-2')},,`,
    `${two?.id},${formatRow('W-2')},,`,
    `,${formatRow('W-2')},,`,
    `,${formatRow('W-6', { name: 'A\u202eBC' })},,`,
    `,W-7,Chain`,
  ].join('\n')
  const read = await send(list)
  expect(read.counts).toEqual({ add: 0, change: 0, same: 1, wrong: 6 })
  const wrong = await readRows(read._id, '?fate=wrong')
  expect(wrong.map(({ errors }: { errors: object }) => errors)).toEqual([
    {
      name: 'Enter a name.',
      description: 'Enter a description.',
      img: 'Enter an image URL that begins with https:// Found: “http://a”.',
      price: 'The minimum amount is $0.01. Found: “0”.',
      minimumOrder: 'Enter at least one piece. Found: “0”.',
      availableQuantity: expect.stringMatching('^Enter a whole number of pieces'),
      family: 'Unknown family name. Found: “Sails”.',
      packSize: 'Enter at least one piece. Found: “0”.',
      hsCode: 'Enter an HS code of six digits. Found: “12”.',
    },
    { id: 'Unknown product ID.' },
    { sku: 'Another product has this SKU.' },
    { sku: 'Row 5 has the same product.' },
    { name: 'Control characters are not allowed. Found: “A\u202eBC”.' },
    { row: expect.stringMatching('^This row has 3 cells, but the file has 11 columns') },
  ])
})

test('refuses a SKU that differs from another only in case or separators', async () => {
  await applyImport(admin, (await send(formatList(formatRow('Key-1'))))._id)
  const part = await findPart('Key-1')
  const read = await send(
    formatList(formatRow('KEY-1'), formatRow('key1'), formatRow('Key-2'), formatRow('KEY 2')),
  )
  const rows = await readRows(read._id)
  expect(rows.map(({ errors }: { errors: object }) => errors)).toEqual([
    { sku: 'Another product has the SKU Key-1.' },
    { sku: 'Another product has the SKU Key-1.' },
    {},
    { sku: 'Row 4 has the same product.' },
  ])
  const renamed = await send(`id,sku\n${part?.id},KEY-1`)
  expect(renamed.counts).toMatchObject({ change: 1, wrong: 0 })
})

test('accepts stored SKUs that differ only in case', async () => {
  const [firstId, secondId = ''] = await addParts(shop, 2)
  for (const [sku, id] of [
    ['Old-1', firstId],
    ['OLD-1', secondId],
  ] as [string, string][])
    await shop.db.updateTable('parts').set({ sku }).where('id', '=', id).execute()
  const read = await send(`id,sku,name\n${firstId},Old-1,A\n${secondId},OLD-1,B\n,OLD-1,C`)
  expect(read.counts).toMatchObject({ change: 2, wrong: 1 })
})

test('reports only the unknown number in a file that lacks columns of new products', async () => {
  const id = randomUUIDv7()
  const needs =
    'A new product needs the columns name, description, img, price, minimumOrder, availableQuantity.'
  const read = await send(`id,sku,price\n,N-1,3\n${id},,3\nabc,N-1,3\n,,cheap`)
  const rows = await readRows(read._id)
  expect(rows.map(({ errors }: { errors: object }) => errors)).toEqual([
    { sku: `No product has this SKU. ${needs}` },
    { id: `No product has this ID. ${needs}` },
    { id: 'Unknown product ID.' },
    { row: needs },
  ])
})

test.each([
  ['sku;name;description\nChain', '1 cell, but the file has 3 columns'],
  ['sku\nX-1,Chain', '2 cells, but the file has 1 column'],
  ['errors,sku,name\nRow 2.,X-1,Chain,10', '4 cells, but the file has 3 columns'],
  ['sku,name,errors\nX-1,Chain,Row 2.,10', '4 cells, but the file has 3 columns'],
])(
  'counts all cells and headings of a row with too many or too few cells: %j',
  async (list, counts) => {
    const [wrong] = await readRows((await send(list))._id)
    const advice = 'Put quotation marks around cells that contain the separator or a line break.'
    expect(wrong.errors).toEqual({ row: `This row has ${counts}. ${advice}` })
  },
)

test('ignores the column “errors” of an export, also if its heading has capitals', async () => {
  const read = await send(`Errors,${HEADINGS}\nRow 2.,${formatRow('X-1')}`)
  expect(read.counts).toEqual({ add: 1, change: 0, same: 0, wrong: 0 })
})

test('exports invalid rows with their errors, for correction and import', async () => {
  const read = await send(
    formatList(
      formatRow('E-1', { price: 'three' }),
      formatRow('E-2'),
      'E-3,Chain',
      formatRow('E-4', { name: "'=1+1", stock: '-5' }),
    ),
  )
  const exportRows = async (id: string) => {
    const { body } = await admin.call('GET', `/api/imports/${id}/invalid-rows.csv`)
    return (body as string).replace('\ufeff', '').trimEnd().split('\r\n')
  }
  const rows = await exportRows(read._id)
  expect(rows).toEqual([
    `errors,${HEADINGS}`,
    `Row 2. price: Enter the price as 4.50. Found: “three”.,${formatRow('E-1', { price: 'three' })}`,
    expect.stringMatching(/^"Row 4\. This row has 2 cells, .*",E-3,Chain$/),
    expect.stringMatching(/^"Row 5\. availableQuantity: .*",E-4,'=1\+1,.*,'-5,Chains$/),
  ])
  const corrected = await send(rows.join('\r\n').replace(',three,', ',3.00,'))
  expect(corrected.counts).toEqual({ add: 1, change: 0, same: 0, wrong: 2 })
  expect(await exportRows(corrected._id)).toEqual([
    rows[0],
    rows[2]?.replace(
      'Row 4. This row has 2 cells, but the file has 8',
      'Row 3. This row has 3 cells, but the file has 9',
    ),
    rows[3]?.replace('Row 5', 'Row 4'),
  ])
})

test('does not report a row as the duplicate of a refused row', async () => {
  const refused = formatRow('R-1', { price: 'expensive' })
  const read = await send(formatList(refused, formatRow('R-1'), formatRow('R-1')))
  const rows = await readRows(read._id)
  expect(rows.map(({ fate }: { fate: string }) => fate)).toEqual(['wrong', 'add', 'wrong'])
  expect(rows[2].errors).toEqual({ sku: 'Row 3 has the same product.' })
})

test('keeps the values of a product whose cells of required columns are empty', async () => {
  await applyImport(admin, (await send(formatList(formatRow('U-1'))))._id)
  const read = await send(formatList('U-1,,,,,,,Chains'))
  expect(read.counts).toEqual({ add: 0, change: 0, same: 1, wrong: 0 })
})

test('refuses rows with the id or SKU of a deleted product', async () => {
  await applyImport(admin, (await send(formatList(formatRow('G-1'))))._id)
  const part = await findPart('G-1')
  await admin.call('DELETE', `/part/${part?.id}`)
  // Version 0.2.0 did not remove the SKU.
  await shop.db
    .updateTable('parts')
    .set({ sku: 'G-1' })
    .where('id', '=', part?.id as string)
    .execute()
  const rowsWithSku = ['G-1', 'g1'].map((sku) => `,${formatRow(sku)}`)
  const read = await send(
    [`id,${HEADINGS}`, `${part?.id},${formatRow('G-1')}`, ...rowsWithSku].join('\n'),
  )
  const rows = await readRows(read._id)
  expect(rows.map(({ errors }: { errors: object }) => errors)).toEqual([
    { id: expect.stringMatching(/^This product was deleted\./) },
    { sku: 'A deleted product has this SKU.' },
    { sku: 'A deleted product has the SKU G-1.' },
  ])
})

test('skips rows that conflict with changes since the dry run', async () => {
  const skus = ['M-1', 'M-2', 'M-3', 'M-4', 'M-5']
  await applyImport(admin, (await send(formatList(...skus.map((sku) => formatRow(sku)))))._id)
  const parts = await Promise.all(skus.map(findPart))
  const [sold, reserved, repriced, deleted] = parts.map((part) => part?.id as string) as [
    string,
    string,
    string,
    string,
  ]
  const read = await send(
    formatList(
      formatRow('M-1', { stock: '480' }),
      formatRow('M-2', { stock: '0' }),
      formatRow('M-3', { price: '3.00' }),
      formatRow('M-4', { price: '3.00' }),
      formatRow('M-5', { price: '3.00' }),
      formatRow('M-6'),
    ),
  )
  await placeOrder(customer.call, sold, 100)
  await placeOrder(customer.call, reserved, 10)
  await admin.call('PATCH', `/api/parts/${repriced}`, { price: 2.8 })
  await admin.call('DELETE', `/part/${deleted}`)
  await shop.db
    .updateTable('parts')
    .set({ sku: 'm 6' })
    .where('id', '=', (await addParts(shop, 1))[0] as string)
    .execute()

  expect(await applyImport(admin, read._id)).toMatchObject({ applied: 2, failed: 4 })
  expect(await readStock(shop, sold)).toEqual({ onHand: 480, reserved: 100 })
  expect(await readStock(shop, reserved)).toEqual({ onHand: 500, reserved: 10 })
  const refusals = (await readRows(read._id)).map(
    ({ refusal }: { refusal: string | null }) => refusal,
  )
  expect(refusals).toEqual([
    null,
    '10 pieces are reserved for orders, more than would be left.',
    'This product has changed since the file was checked. Import the file again.',
    'This product has been deleted.',
    null,
    'Another product now has this SKU.',
  ])
})

test('skips only the row that violates a constraint', async () => {
  await applyImport(admin, (await send(formatList(formatRow('R-1'), formatRow('R-2'))))._id)
  const list = `id,sku,price\n${(await findPart('R-1'))?.id},R-9,3.00\n${(await findPart('R-2'))?.id},R-2,3.00`
  const read = await send(list)
  await shop.db
    .updateTable('parts')
    .set({ sku: 'R-9' })
    .where('id', '=', (await addParts(shop, 1))[0] as string)
    .execute()
  expect(await applyImport(admin, read._id)).toMatchObject({ applied: 1, failed: 1 })
  expect(await findPart('R-2')).toMatchObject({ unit_price_cents: 300 })
  expect(await findPart('R-1')).toMatchObject({ unit_price_cents: 268 })
})

test('adds new parts in the order of the file', async () => {
  const skus = Array.from({ length: 700 }, (_, n) => `O-${n}`)
  await applyImport(admin, (await send(formatList(...skus.map((sku) => formatRow(sku)))))._id)
  const parts = await shop.db
    .selectFrom('parts')
    .select('sku')
    .where('sku', 'like', 'O-%')
    .orderBy('position')
    .execute()
  expect(parts.map(({ sku }) => sku)).toEqual(skus)
})

test('returns the next page of imports after the last import of a page', async () => {
  for (const sku of ['V-1', 'V-2', 'V-3']) await send(formatList(formatRow(sku)))
  const first = await admin.call('GET', '/api/imports?size=2')
  const next = await admin.call('GET', `/api/imports?size=2&after=${first.body[1]._id}`)
  expect(first.headers.get('link')).toContain('rel="next"')
  expect(readIds(next)[0]).toBe((await admin.call('GET', '/api/imports')).body[2]._id)
})

test('lets only staff import and export, and runs one import at a time', async () => {
  expect((await customer.call('GET', '/api/imports')).status).toBe(403)
  expect((await customer.call('GET', '/api/parts/export.csv')).status).toBe(403)
  expect((await customer.call('GET', '/api/orders/export.csv')).status).toBe(403)
  expect((await admin.call('GET', `/api/imports/${randomUUIDv7()}`)).body.code).toBe(
    'import_missing',
  )

  const waiting = await send(formatList(formatRow('U-1')))
  const busy = randomUUIDv7()
  await shop.db
    .insertInto('part_imports')
    .values({
      id: busy,
      file_name: 'x',
      state: 'applying',
      by_user: admin.id,
      applied_by: admin.id,
    })
    .execute()
  const apply = await admin.call('POST', `/api/imports/${waiting._id}/application`)
  const other = await send(formatList(formatRow('U-2')))
  await shop.db.deleteFrom('part_imports').where('id', '=', busy).execute()
  expect([apply.body.code, other.code]).toEqual(['import_under_way', 'import_under_way'])
  const listed = await admin.call('GET', '/api/imports')
  expect(listed.body[0]).toMatchObject({ _id: waiting._id, state: 'read' })
})
