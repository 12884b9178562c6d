import { afterAll, expect, test } from 'vitest'
import { applyImport, uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity'
const formatRow = (sku: string, price = '6.00', minimumOrder = 50, name = 'Chain') =>
  `${sku},${name},Nickel-plated.,/drawings/chain.svg,${price},${minimumOrder},500`
const send = (headings: string, ...rows: string[]) =>
  uploadPartList(admin, [headings, ...rows].join('\n'), shop.url)
const apply = async (headings: string, ...rows: string[]) =>
  applyImport(admin, (await send(headings, ...rows))._id)
const readRows = async (id: string) =>
  (await admin.call('GET', `/api/imports/${id}/rows`)).body as {
    errors: object
    changes: object[]
  }[]

async function readTerms(sku: string) {
  const { id, terms_version } = await shop.db
    .selectFrom('parts')
    .select(['id', 'terms_version'])
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow()
  const { priceTiers, orderMultiple } = (await shop.call('GET', `/api/parts/${id}`)).body
  return { id, version: terms_version, priceTiers, orderMultiple }
}

test('adds, replaces and removes price steps and the order multiple', async () => {
  const columns = `${HEADINGS},priceTiers,orderMultiple`
  await apply(columns, `${formatRow('A-1')},"300:5.72|1000:5,10",10`, `${formatRow('A-2')},,`)
  const added = await readTerms('A-1')
  expect(added).toMatchObject({
    orderMultiple: 10,
    priceTiers: [
      { fromQuantity: 50, price: 6 },
      { fromQuantity: 300, price: 5.72 },
      { fromQuantity: 1000, price: 5.1 },
    ],
  })
  const read = await send('sku,priceTiers,orderMultiple', 'A-1,300:5.00,25', 'A-2,300:5,')
  expect(read.counts).toMatchObject({ change: 2 })
  expect((await readRows(read._id))[0]?.changes).toEqual([
    { column: 'priceTiers', from: '300:5.72|1000:5.10', to: '300:5.00' },
    { column: 'orderMultiple', from: '10', to: '25' },
  ])
  await applyImport(admin, read._id)
  const changed = await readTerms('A-1')
  expect(changed).toMatchObject({
    orderMultiple: 25,
    priceTiers: [
      { fromQuantity: 50, price: 6 },
      { fromQuantity: 300, price: 5 },
    ],
  })
  // An order that was computed from the earlier steps is computed again.
  expect(changed.version).toBeGreaterThan(added.version)
  const edits = await admin.call('GET', `/api/parts/${changed.id}/edits`)
  expect(edits.body[0].changes).toContainEqual({
    field: 'priceTiers',
    from: '300:5.72|1000:5.10',
    to: '300:5.00',
  })
  await apply('sku,priceTiers,orderMultiple', 'A-1,,')
  expect(await readTerms('A-1')).toMatchObject({ orderMultiple: null, priceTiers: [] })
})

test('sets the steps of a row with a new price, and scales the stored steps if the list has no steps', async () => {
  const columns = `${HEADINGS},priceTiers`
  await apply(columns, `${formatRow('P-1')},300:5.00`, `${formatRow('P-2')},300:3.00`)
  await apply(columns, `${formatRow('P-1', '8.00')},300:5.00`)
  await apply(HEADINGS, formatRow('P-2', '8.00'))
  const { priceTiers, id } = await readTerms('P-1')
  expect(priceTiers).toEqual([
    { fromQuantity: 50, price: 8 },
    { fromQuantity: 300, price: 5 },
  ])
  expect((await readTerms('P-2')).priceTiers[1]).toEqual({ fromQuantity: 300, price: 4 })
  const edits = await admin.call('GET', `/api/parts/${id}/edits`)
  expect(edits.body[0].changes).toEqual([{ field: 'price', from: 6, to: 8 }])
})

test('keeps price steps and order multiple if a list does not have their columns', async () => {
  await apply(`${HEADINGS},priceTiers,orderMultiple`, `${formatRow('O-1')},300:5.00,10`)
  const before = await readTerms('O-1')
  const read = await send(HEADINGS, formatRow('O-1'))
  expect(read.counts).toEqual({ add: 0, change: 0, same: 1, wrong: 0 })
  await apply(HEADINGS, formatRow('O-1', '6.00', 50, 'Chain new'))
  const { priceTiers, orderMultiple } = await readTerms('O-1')
  expect({ priceTiers, orderMultiple }).toEqual({
    priceTiers: before.priceTiers,
    orderMultiple: before.orderMultiple,
  })
})

test('reports the error in an invalid step or order multiple', async () => {
  const format = (cell: string) =>
    `Enter quantities and prices as 300:5.72|1000:5.10. Found: “${cell}”.`
  const multiple = 'The minimum order of 50 pieces is not a multiple of 20. Change one of them.'
  await apply(`${HEADINGS},orderMultiple`, `${formatRow('W-0')},10`)
  const cases = [
    ['300', '', { priceTiers: format('300') }],
    ['300:5.72|', '', { priceTiers: format('300:5.72|') }],
    ['300:5.72:1', '', { priceTiers: format('300:5.72:1') }],
    ['300:1.999', '', { priceTiers: format('300:1.999') }],
    ['300:0', '', { priceTiers: 'The minimum amount is $0.01. Found: “300:0”.' }],
    ['50:5', '', { priceTiers: 'Step 1: Enter more than 50 pieces, the minimum order.' }],
    [
      '300:5|400:5',
      '',
      { priceTiers: 'Step 2: Enter less than $5.00, the price before this step.' },
    ],
    ['', '20', { orderMultiple: multiple }],
    ['', '1', { orderMultiple: expect.stringMatching('^Enter at least 2 pieces') }],
  ] as const
  const read = await send(
    `${HEADINGS},priceTiers,orderMultiple`,
    ...cases.map(([steps, multiple], n) => `${formatRow(`W-${n + 1}`)},${steps},${multiple}`),
  )
  const rows = await readRows(read._id)
  expect(rows.map(({ errors }) => errors)).toEqual(cases.map(([, , errors]) => errors))
  const many = Array.from({ length: 21 }, (_, n) => `${100 + n}:${(5 - n / 100).toFixed(2)}`)
  const others = await send('sku,minimumOrder,priceTiers', `W-0,55,`, `W-0,,${many.join('|')}`)
  expect((await readRows(others._id)).map(({ errors }) => errors)).toEqual([
    { minimumOrder: 'The minimum order of 55 pieces is not a multiple of 10. Change one of them.' },
    { priceTiers: expect.stringMatching('^At most 20 price steps. Found: “100:5.00') },
  ])
})

test('skips a row if staff have changed the steps or the price since the dry run', async () => {
  await apply(`${HEADINGS},priceTiers`, `${formatRow('C-1')},300:5.00`, `${formatRow('C-2')},`)
  const read = await send('sku,priceTiers', 'C-1,300:4.00', 'C-2,300:5.50')
  for (const [sku, change] of [
    ['C-1', { priceTiers: [{ fromQuantity: 300, price: 4.5 }] }],
    ['C-2', { price: 5 }],
  ] as const) {
    await admin.call('PATCH', `/api/parts/${(await readTerms(sku)).id}`, change)
  }
  const applied = await applyImport(admin, read._id)
  expect(applied).toMatchObject({ applied: 0, failed: 2 })
  expect((await readTerms('C-1')).priceTiers[1]).toEqual({ fromQuantity: 300, price: 4.5 })
})
