import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { applyList, sendList } from '../../../../tests/support/shop/imports.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addParts, stockOf } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person
let customer: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop, { name: 'Grace Hopper' })
  customer = await addCustomer(shop)
  await sql`insert into families (code, name) values ('12', 'Chains')`.execute(shop.db)
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity,family'
const rowOf = (sku: string, more: Partial<Record<'name' | 'price' | 'stock', string>> = {}) =>
  `${sku},${more.name ?? 'Chain'},Nickel-plated.,/drawings/chain.svg,${more.price ?? '2.68'},10,${more.stock ?? '500'},Chains`
const listOf = (...rows: string[]) => [HEADINGS, ...rows].join('\r\n')
const send = (list: string | Buffer, name?: string) => sendList(admin, list, shop.url, name)
const rowsOf = async (id: string, query = '') =>
  (await admin.call('GET', `/api/imports/${id}/rows${query}`)).body

async function partWith(sku: string) {
  return shop.db.selectFrom('parts').selectAll().where('sku', '=', sku).executeTakeFirst()
}

test('a dry run says what would become of each row, and changes nothing', async () => {
  const old = await send(listOf(rowOf('D-1'), rowOf('D-2')))
  await applyList(admin, old._id)
  const read = await send(
    listOf(
      rowOf('D-1', { price: '3.00', stock: '450' }),
      rowOf('D-2'),
      rowOf('D-3'),
      rowOf('D-4', { price: 'dear' }),
    ),
  )
  expect(read).toMatchObject({
    state: 'read',
    counts: { add: 1, change: 1, same: 1, wrong: 1 },
    applied: 0,
    by: 'Grace Hopper',
    fileName: 'parts.csv',
  })
  expect(await rowsOf(read._id)).toMatchObject([
    {
      row: 2,
      fate: 'change',
      sku: 'D-1',
      changes: [
        { column: 'price', from: '2.68', to: '3.00' },
        { column: 'availableQuantity', from: '500', to: '450' },
      ],
    },
    { row: 3, fate: 'same' },
    { row: 4, fate: 'add', name: 'Chain', applied: false },
    { row: 5, fate: 'wrong', errors: { price: 'Write the price as 4.50.' } },
  ])
  expect(await rowsOf(read._id, '?fate=wrong')).toHaveLength(1)
  const page = await admin.call('GET', `/api/imports/${read._id}/rows?size=2`)
  expect(page.headers.get('link')).toContain('after=3')
  expect(await partWith('D-1')).toMatchObject({ unit_price_cents: 268, on_hand: 500 })
  expect(await partWith('D-3')).toBeUndefined()
})

test('an applied list adds and changes, with who did it and why, and the parts are found', async () => {
  const first = await send(listOf(rowOf('A-1', { name: 'Zephyr chain' })), 'spring.csv')
  expect(await applyList(admin, first._id)).toMatchObject({
    state: 'applied',
    applied: 1,
    failed: 0,
  })
  const second = await send(
    listOf(rowOf('A-1', { name: 'Mistral chain', stock: '470' })),
    'may.csv',
  )
  expect(await applyList(admin, second._id)).toMatchObject({ applied: 1 })

  const part = await partWith('A-1')
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
  const found = async (word: string) =>
    (await shop.visit('GET', `/parts?search=${word}`)).body.length
  expect([await found('mistral'), await found('zephyr')]).toEqual([1, 0])
  const again = await admin.call('POST', `/api/imports/${second._id}/application`)
  expect([again.status, again.body.code]).toEqual([409, 'import_applied'])
})

test.each([
  ['weightGrams', 1_000_000, 'At most 1,000,000 grams.'],
  ['leadTimeDays', 3650, 'At most 3650 days.'],
])('refuses a %s above %i', async (column, max, message) => {
  const rows = [`${rowOf('M-1')},${max}`, `${rowOf('M-2')},${max + 1}`]
  const read = await send([`${HEADINGS},${column}`, ...rows].join('\r\n'))
  expect(await rowsOf(read._id)).toMatchObject([
    { fate: 'add' },
    { fate: 'wrong', errors: { [column]: message } },
  ])
})

test('all that a list changes of a part is written down, its SKU and family, too', async () => {
  await applyList(admin, (await send(listOf(rowOf('N-1'))))._id)
  const part = await partWith('N-1')
  const columns = 'id,sku,family,packSize,cartonSize,weightGrams,leadTimeDays,hsCode'
  const read = await send(`${columns}\n${part?.id},N-2,,10,100,7.5,14,731511`)
  await applyList(admin, read._id)
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

test('a list comes with semicolons and a comma in its prices, with tabs, in quotation marks, marked, in any letters', async () => {
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
    await applyList(admin, read._id)
  }
  for (const sku of ['F-1', 'F-2']) {
    expect(await partWith(sku)).toMatchObject({
      name: 'Chain; "gold",\n10-speed',
      unit_price_cents: 268,
      family_code: null,
    })
  }
})

test.each([
  ['empty', '', 'The file is empty.'],
  [
    'no UTF-8',
    Buffer.from('name\nGr\xf6\xdfe', 'latin1'),
    'The file is not UTF-8. Save it as “CSV UTF-8”.',
  ],
  [
    'a picture',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    'The file is not UTF-8. Save it as “CSV UTF-8”.',
  ],
  ['no text', 'name\0\n', 'This is no text, and so no CSV file.'],
])('a file that is %s is refused at once', async (_, file, detail) => {
  expect(await send(file)).toMatchObject({ status: 422, code: 'import_unreadable', detail })
})

test.each([
  [
    'headings that nobody knows',
    'sku,colour,Größe\n1,2,3',
    /^These headings are not known: colour, Größe\. Known are: id, sku/,
  ],
  ['a heading twice', 'sku,SKU\n1,2', /^This heading is there twice: sku\./],
  ['no rows', HEADINGS, /^There are no rows below the headings\./],
  [
    'a quotation mark that is never closed',
    `${HEADINGS}\nX-1,"Chain\n${'x\n'.repeat(100)}`,
    /^A quotation mark is never closed; its row begins near line/,
  ],
  [
    'a cell without end',
    `${HEADINGS}\nX-1,"${'Chain\n'.repeat(20_000)}`,
    /^A row near line \d+ has no end\./,
  ],
  [
    'a quotation mark in the midst',
    `${HEADINGS}\nX-1,"Chain" x,`,
    /^Line \d+ has a quotation mark where none may be\./,
  ],
])('a list with %s is refused whole, and says why', async (_, list, refusal) => {
  expect(await send(list)).toMatchObject({
    state: 'refused',
    refusal: expect.stringMatching(refusal),
  })
})

test('every mistake of a row is said in words, by its column', async () => {
  await applyList(admin, (await send(listOf(rowOf('W-1'), rowOf('W-2'))))._id)
  const [one, two] = [await partWith('W-1'), await partWith('W-2')]
  const list = [
    `id,${HEADINGS},packSize,hsCode`,
    `,W-9,,,http://a,0,0,-1,Sails,0,12`,
    `nonsense,${rowOf('W-8')},,`,
    `${one?.id},${rowOf('W-2')},,`,
    `${two?.id},${rowOf('W-2')},,`,
    `,${rowOf('W-2')},,`,
    `,W-7,Chain`,
  ].join('\n')
  const read = await send(list)
  expect(read.counts).toEqual({ add: 0, change: 0, same: 1, wrong: 5 })
  const wrong = await rowsOf(read._id, '?fate=wrong')
  expect(wrong.map(({ errors }: { errors: object }) => errors)).toEqual([
    {
      name: 'Give the part a name.',
      description: 'Describe the part.',
      img: 'Give an image address that begins with https://',
      price: 'The least amount is $0.01.',
      minimumOrder: 'Give at least one piece.',
      availableQuantity: expect.stringMatching('^Give a whole number of pieces'),
      family: 'There is no family of this name.',
      packSize: 'Give at least one piece.',
      hsCode: 'An HS code has six digits.',
    },
    { id: 'This is no id of the shop.' },
    { sku: 'Another product has this SKU.' },
    { sku: 'Row 5 is about the same product.' },
    { row: expect.stringMatching('^This row has 3 cells, where 11 are named above') },
  ])
})

test('a product that was deleted is not brought back by an old list, nor its SKU given away', async () => {
  await applyList(admin, (await send(listOf(rowOf('G-1'))))._id)
  const part = await partWith('G-1')
  await admin.call('DELETE', `/part/${part?.id}`)
  const read = await send(`id,${HEADINGS}\n${part?.id},${rowOf('G-1')}\n,${rowOf('G-1')}`)
  const rows = await rowsOf(read._id)
  expect(rows.map(({ errors }: { errors: object }) => Object.keys(errors))).toEqual([
    ['id'],
    ['sku'],
  ])
})

test('what happened between the dry run and its becoming true still counts', async () => {
  const skus = ['M-1', 'M-2', 'M-3', 'M-4', 'M-5']
  await applyList(admin, (await send(listOf(...skus.map((sku) => rowOf(sku)))))._id)
  const parts = await Promise.all(skus.map(partWith))
  const [sold, reserved, dearer, gone] = parts.map((part) => part?.id as string) as [
    string,
    string,
    string,
    string,
  ]
  const read = await send(
    listOf(
      rowOf('M-1', { stock: '480' }),
      rowOf('M-2', { stock: '0' }),
      rowOf('M-3', { price: '3.00' }),
      rowOf('M-4', { price: '3.00' }),
      rowOf('M-5', { price: '3.00' }),
      rowOf('M-6'),
    ),
  )
  await placeOrder(customer.call, sold, 100)
  await placeOrder(customer.call, reserved, 10)
  await admin.call('PATCH', `/api/parts/${dearer}`, { price: 2.8 })
  await admin.call('DELETE', `/part/${gone}`)
  await shop.db
    .updateTable('parts')
    .set({ sku: 'M-6' })
    .where('id', '=', (await addParts(shop, 1))[0] as string)
    .execute()

  expect(await applyList(admin, read._id)).toMatchObject({ applied: 2, failed: 4 })
  expect(await stockOf(shop, sold)).toEqual({ onHand: 480, reserved: 100 })
  expect(await stockOf(shop, reserved)).toEqual({ onHand: 500, reserved: 10 })
  const refusals = (await rowsOf(read._id)).map(
    ({ refusal }: { refusal: string | null }) => refusal,
  )
  expect(refusals).toEqual([
    null,
    '10 pieces are promised to orders, more than would be left.',
    'Somebody else has changed this product meanwhile. Import the file again.',
    'This product was deleted meanwhile.',
    null,
    'Another product has this SKU now.',
  ])
})

test('what the database itself refuses is left out alone', async () => {
  await applyList(admin, (await send(listOf(rowOf('R-1'), rowOf('R-2'))))._id)
  const list = `id,sku,price\n${(await partWith('R-1'))?.id},R-9,3.00\n${(await partWith('R-2'))?.id},R-2,3.00`
  const read = await send(list)
  await shop.db
    .updateTable('parts')
    .set({ sku: 'R-9' })
    .where('id', '=', (await addParts(shop, 1))[0] as string)
    .execute()
  expect(await applyList(admin, read._id)).toMatchObject({ applied: 1, failed: 1 })
  expect(await partWith('R-2')).toMatchObject({ unit_price_cents: 300 })
  expect(await partWith('R-1')).toMatchObject({ unit_price_cents: 268 })
})

test('new products stand in the catalogue in the order of the file', async () => {
  const skus = Array.from({ length: 700 }, (_, n) => `O-${n}`)
  await applyList(admin, (await send(listOf(...skus.map((sku) => rowOf(sku)))))._id)
  const parts = await shop.db
    .selectFrom('parts')
    .select('sku')
    .where('sku', 'like', 'O-%')
    .orderBy('position')
    .execute()
  expect(parts.map(({ sku }) => sku)).toEqual(skus)
})

test('imports are the staff’s alone, and one is under way at a time', async () => {
  expect((await customer.call('GET', '/api/imports')).status).toBe(403)
  expect((await customer.call('GET', '/api/parts/export.csv')).status).toBe(403)
  expect((await customer.call('GET', '/api/orders/export.csv')).status).toBe(403)
  expect((await admin.call('GET', `/api/imports/${randomUUIDv7()}`)).body.code).toBe(
    'import_missing',
  )

  const waiting = await send(listOf(rowOf('U-1')))
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
  const other = await send(listOf(rowOf('U-2')))
  await shop.db.deleteFrom('part_imports').where('id', '=', busy).execute()
  expect([apply.body.code, other.code]).toEqual(['import_under_way', 'import_under_way'])
  const listed = await admin.call('GET', '/api/imports')
  expect(listed.body[0]).toMatchObject({ _id: waiting._id, state: 'read' })
})
