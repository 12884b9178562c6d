import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fetchPages, readIds } from '../../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { placeOrder, placePaidOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const admin = await addAdmin(shop)
const ada = await addCustomer(shop, { email: 'ada@wheels.example', name: 'Ada' })
const bob = await addCustomer(shop, { email: 'bob@wheels.example', name: 'Bob' })
const part = await addPart(shop, { name: 'Quill stem', stock: 100_000 })
const pending = await placeOrder(ada.call, part)
const paid = await placePaidOrder(ada.call, cards, part)
const shipped = await placePaidOrder(ada.call, cards, part)
const cancelled = await placeOrder(ada.call, part)
const refunded = await placePaidOrder(ada.call, cards, part)
const shipment = { carrier: 'DHL', trackingNumber: 'JD01 4600 00KX 71YZ' }
await admin.call('PATCH', `/shipped/${shipped}`, shipment)
await ada.call('DELETE', `/booking/${cancelled}?client=${ada.email}`)
await admin.call('POST', `/api/orders/${refunded}/refund`)
for (const document of ['invoice', 'credit-note'])
  await admin.call('GET', `/api/orders/${refunded}/${document}`)
afterAll(() => shop.close())

const mine = (query: string) => ada.call('GET', `/myOrders?client=${ada.email}&${query}`)
const all = (query: string) => admin.call('GET', `/allOrders?${query}`)
const search = (text: string) => `status=Any&search=${encodeURIComponent(text)}`

test('lists the orders of each stage, and cancelled orders only on request', async () => {
  for (const list of [mine, all]) {
    expect(readIds(await list(''))).toEqual([shipped, paid, pending])
    expect(readIds(await list('status=Pending'))).toEqual([pending])
    expect(readIds(await list('status=Paid'))).toEqual([paid])
    expect(readIds(await list('status=Shipped'))).toEqual([shipped])
    expect(readIds(await list('status=Cancelled'))).toEqual([cancelled])
    expect(readIds(await list('status=Refunded'))).toEqual([refunded])
    const any = [refunded, cancelled, shipped, paid, pending]
    expect(readIds(await list('status=Any'))).toEqual(any)
    const pages = await fetchPages(
      list === mine ? ada.call : admin.call,
      `${list === mine ? `/myOrders?client=${ada.email}&` : '/allOrders?'}status=Any&sort=cheapest&size=2`,
    )
    expect(pages.flatMap(readIds).toSorted()).toEqual(any.toSorted())
    expect(pages[0]?.headers.get('x-total-count')).toBe('5')
  }
  const { body } = await mine('status=Any')
  expect(body.map(({ stage }: { stage: string }) => stage)).toEqual([
    'Refunded',
    'Cancelled',
    'Shipped',
    'Paid',
    'Pending',
  ])
  const history = (await ada.call('GET', `/api/orders/${pending}`)).body
  const { placedAt, reservedUntil } = history
  expect(body.at(-1)).toMatchObject({ placedAt, reservedUntil })
  expect(body[1].reservedUntil).toBeNull()
})

test('finds an order in any stage by each of its numbers: the complete number, its beginning and its end', async () => {
  const { body } = await ada.call('GET', `/api/orders/${refunded}`)
  const { orderNumber, transactionId, invoiceNumber, creditNoteNumber } = body
  expect([invoiceNumber, creditNoteNumber]).toEqual([
    expect.stringMatching(/^FH-\d{6}$/),
    expect.stringMatching(/^FH-\d{6}$/),
  ])
  for (const text of [
    orderNumber,
    orderNumber.toLowerCase().replace('-', ''),
    orderNumber.slice(3),
    orderNumber.slice(-4),
    refunded,
    refunded.toUpperCase(),
    refunded.slice(0, 18),
    refunded.slice(-6),
    transactionId,
    transactionId.slice(0, 9),
    transactionId.slice(-8),
    invoiceNumber,
    invoiceNumber.slice(3),
    invoiceNumber.slice(-4),
    creditNoteNumber,
    `fh ${Number(creditNoteNumber.slice(3))}`,
  ]) {
    for (const list of [mine, all])
      expect([text, readIds(await list(search(text)))]).toEqual([
        text,
        expect.arrayContaining([refunded]),
      ])
  }
  for (const text of ['JD014600', 'jd01 46', '71YZ', '00kx71yz', 'JD01 4600 00KX 71YZ'])
    expect([text, readIds(await all(search(text)))]).toEqual([text, [shipped]])
  expect(
    readIds(await mine(`${search('quill')}&status=Cancelled`.replace('status=Any&', ''))),
  ).toEqual([cancelled])
  expect(readIds(await all(search('pi_')))).toEqual([])
  expect(readIds(await all(search(transactionId.slice(0, 4))))).toContain(refunded)
})

test('finds an order by the id of its refund, and of a payment that did not succeed', async () => {
  const { refund_id } = await shop.db
    .selectFrom('payment_intents')
    .select('refund_id')
    .where('order_id', '=', refunded)
    .executeTakeFirstOrThrow()
  await sql`insert into payment_intents (id, order_id, attempt, amount_cents, currency, state)
    values ('pi_Declined9', ${pending}, 1, 100, 'usd', 'cancelled')`.execute(shop.db)
  for (const list of [mine, all]) {
    expect(readIds(await list(search(refund_id as string)))).toEqual([refunded])
    expect(readIds(await list(search('pi_Declined9')))).toEqual([pending])
    expect(readIds(await list(search('pi_Declined')))).toEqual([])
  }
})

test('matches only the beginning or the end of codes', async () => {
  const { transactionId } = (await ada.call('GET', `/api/orders/${paid}`)).body
  const trackingOf = (number: string) =>
    sql`update orders set tracking_number = ${number} where id = ${shipped}`.execute(shop.db)
  const { trackingNumber } = (await ada.call('GET', `/api/orders/${shipped}`)).body
  await trackingOf('A-QXW-9')
  for (const text of [transactionId.slice(5, 15), 'qxw'])
    expect([text, readIds(await all(search(text)))]).toEqual([text, []])
  expect(readIds(await all(search('a-qxw')))).toEqual([shipped])
  await trackingOf(trackingNumber)
  expect(readIds(await all(search('00KX')))).toEqual([])
})

test('finds a short reference among the orders of a customer, with and without its spaces', async () => {
  const setReference = (id: string, reference: string) =>
    sql`update orders set customer_reference = ${reference} where id = ${id}`.execute(shop.db)
  await setReference(pending, 'PO 77')
  await setReference(paid, '12-34')
  for (const list of [mine, (query: string) => all(`client=${ada.email}&${query}`)]) {
    for (const text of ['PO 77', 'po77', '77'])
      expect([text, readIds(await list(search(text)))]).toEqual([text, [pending]])
    expect(readIds(await list(search('12-34')))).toEqual([paid])
    for (const text of ['PO 78', 'u'])
      expect([text, readIds(await list(search(text)))]).toEqual([text, []])
  }
  const { body } = await ada.call('GET', '/api/palette?search=PO%2077')
  expect(body.orders.map(({ _id }: { _id: string }) => _id)).toEqual([pending])
  for (const id of [pending, paid]) await setReference(id, '')
})

test('never finds the order of another customer', async () => {
  const { transactionId, orderNumber } = (await ada.call('GET', `/api/orders/${paid}`)).body
  for (const text of ['quill', paid, transactionId, orderNumber, paid.slice(0, 13), 'ada@'])
    expect([
      text,
      readIds(await bob.call('GET', `/myOrders?client=${bob.email}&${search(text)}`)),
    ]).toEqual([text, []])
})

test('filters by the time of the order', async () => {
  const { placedAt } = (await ada.call('GET', `/api/orders/${shipped}`)).body
  const later = new Date(Date.parse(placedAt) + 1).toISOString()
  expect(readIds(await mine(`from=${later}&status=Any`))).toEqual([refunded, cancelled])
  expect(readIds(await all(`until=${later}`))).toEqual([shipped, paid, pending])
  expect(readIds(await all(`from=${placedAt}&until=${later}`))).toEqual([shipped])
  const { status, body } = await all('from=yesterday')
  expect([status, Object.keys(body.errors)]).toEqual([400, ['from']])
})

test('exports the orders of the caller with their stage', async () => {
  await placeOrder(bob.call, part)
  const csv = await ada.call('GET', '/api/orders/mine.csv?status=Refunded')
  const rows = csv.body.trimEnd().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(refunded)
  expect(rows[1]).toContain('Refunded')
  const any = await ada.call('GET', '/api/orders/mine.csv?status=Any')
  expect(any.body).not.toContain('bob@')
  expect(any.body.trimEnd().split('\r\n')).toHaveLength(6)
})

test('exports when an order was refunded and cancelled, and the numbers of its documents', async () => {
  const { body } = await ada.call('GET', `/api/orders/${refunded}`)
  const { at } = body.steps.find(({ kind }: { kind: string }) => kind === 'refunded')
  const { body: csv } = await ada.call('GET', '/api/orders/mine.csv?status=Any')
  const [columns, ...rows] = csv.trimEnd().split('\r\n')
  expect(columns).toMatch(/,refundedAt,cancelledAt,invoiceNumber,creditNoteNumber$/)
  const ends = rows.map((row: string) => row.split(',').slice(-4))
  expect(ends[0]).toEqual([at, at, body.invoiceNumber, body.creditNoteNumber])
  expect(ends[1]).toEqual(['', expect.stringMatching(/Z$/), '', ''])
  expect(ends.at(-1)).toEqual(['', '', '', ''])
})

test('adds missing search texts and replaces old ones in the migration', async () => {
  const { db } = shop
  await waitUntil('all texts are written', async () => {
    const { rows } = await sql`select from order_outbox`.execute(db)
    return rows.length === 0
  })
  await sql`delete from order_search where order_id = ${cancelled}`.execute(db)
  await sql`update order_search set text = 'ada@wheels.example ada' where order_id = ${shipped}`.execute(
    db,
  )
  expect(readIds(await all(search('71YZ')))).toEqual([])
  await sql`call rewrite_order_search()`.execute(db)
  expect(readIds(await all(search('71YZ')))).toEqual([shipped])
  expect(readIds(await all(search(cancelled.slice(-12))))).toEqual([cancelled])
})

test('ignores accents', async () => {
  const muller = await addCustomer(shop, { name: 'Müller Zweirad Ångström' })
  const order = await placeOrder(muller.call, await addPart(shop, { name: 'Größe' }))
  for (const text of ['muller', 'MÜLLER', 'zweirad ångström', 'angstrom', 'grosse'])
    expect([text, readIds(await all(search(text)))]).toEqual([text, [order]])
})

test('finds an order by its city, also after a correction, but not by the postcode', async () => {
  const order = await placeOrder(bob.call, part)
  const deliverTo = (address: string) =>
    sql`update orders set address = ${address} where id = ${order}`.execute(shop.db)
  await deliverTo('12 Main St, Portland, OR 97201')
  expect(readIds(await all(search('portland')))).toEqual([order])
  await deliverTo('Werftstraße 8\n20457  Bad Oldesloe\nGermany')
  expect(readIds(await all(search('bad oldesloe')))).toEqual([order])
  for (const text of ['portland', '20457'])
    expect([text, readIds(await all(search(text)))]).toEqual([text, []])
})

test('finds an order by its phone number or the end of it', async () => {
  const order = await placeOrder(bob.call, part)
  await sql`update orders set phone = '0049 40 876-5432' where id = ${order}`.execute(shop.db)
  for (const text of ['+49 40 8765432', '+4940', '876 5432', '5432', '(40) 876-5432', '0408765432'])
    expect([text, readIds(await all(search(text)))]).toEqual([text, [order]])
  expect(readIds(await all(search('4940')))).toEqual([])
})
