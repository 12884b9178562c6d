import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { waitForBlockedConnections } from '../../../tests/support/database/locks.ts'
import { readPdfLines, readPdfMetadata } from '../../../tests/support/pdf-text.ts'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { addToCart, orderCart, sameQuantityOf } from '../../../tests/support/shop/carts.ts'
import { closeWithConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import {
  buildBooking,
  placeOrder,
  placePaidOrder,
  startPayment,
} from '../../../tests/support/shop/orders.ts'
import { addPart, addParts, addPriceTiers } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import { composeInvoice } from './invoice.ts'
import { issueInvoices } from './issue-invoices.ts'
import { findOrderForDocument, type OrderForDocument } from './order-for-document.ts'
import { composePackingSlip } from './packing-slip.ts'

const shop = await startTestShop({
  sandbox: true,
  settings: {
    MAKER_NAME: 'Nordlicht Velo GmbH',
    MAKER_ADDRESS: 'Werkhof 3, 20457 Hamburg',
    MAKER_TAX_ID: 'DE 123 456 789',
    MAKER_ORIGIN: 'Germany',
  },
})
const cards = createCardClient(shop)
const customer = await addCustomer(shop, { name: 'Velo Nord' })
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 10_000, cents: 135, name: 'Chain 10-speed' })
await sql`update parts set sku = 'FH-CH10-116', pack_size = 50, carton_size = 500,
  weight_g = 305, hs_code = '731511' where id = ${part}`.execute(shop.db)
afterAll(() => closeWithConsistentLedger(shop))

async function requestDocument({ token }: { token: string }, path: string) {
  const response = await fetch(new URL(`/api/orders/${path}`, shop.url), {
    headers: { authorization: `Bearer ${token}` },
  })
  const pdf = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, pdf }
}

/** Returns the lines of a document. */
async function linesOf(user: TestUser, path: string): Promise<string[]> {
  const { status, pdf } = await requestDocument(user, path)
  expect(status, pdf.toString('latin1', 0, 300)).toBe(200)
  return readPdfLines(pdf)
}

const formatDay = (date: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** Reads the days of payment and of the invoice. */
async function readDays(id: string) {
  const { issued_at, paid_at } = await shop.db
    .selectFrom('orders')
    .innerJoin('invoices', 'order_id', 'orders.id')
    .select(['issued_at', 'paid_at'])
    .where('orders.id', '=', id)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow()
  return { issued: formatDay(issued_at), paid: formatDay(paid_at as Date) }
}

async function invoiceNumberOf(user: TestUser, id: string): Promise<string> {
  return (await user.call('GET', `/api/orders/${id}`)).body.invoiceNumber
}

test('shows letterhead, products and payment on the invoice of a paid order', async () => {
  const id = await placePaidOrder(customer.call, cards, part, 1240)
  const { status, headers, pdf } = await requestDocument(customer, `${id}/invoice`)
  const number = await invoiceNumberOf(customer, id)
  expect(status).toBe(200)
  expect(number).toMatch(/^FH-\d{6}$/)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="invoice-${number}.pdf"`)
  const { body: order } = await customer.call('GET', `/booking/${id}`)
  const days = await readDays(id)
  const lines = readPdfLines(pdf)
  for (const text of [
    'Nordlicht Velo GmbH',
    'Werkhof 3',
    '20457 Hamburg',
    'Tax ID DE 123 456 789',
    'Velo Nord',
    '12 Wheel Lane, Dhaka',
    order.orderNumber,
    days.issued,
    'Terms Paid in advance, by card',
    'Net amount$1,674.00',
    'Tax (none charged)$0.00',
    'Amount paid$1,674.00',
    'Amount due$0.00',
    `Paid ${days.paid}`,
    'Country of origin: Germany.',
    `Paid in full by card on ${days.paid}, transaction ${order.transactionId}.`,
  ])
    expect(lines.join(' ')).toContain(text)
  expect(lines.join('')).toContain(customer.email)
  expect(lines).toContain('FH-CH10-116Chain 10-speed7315111,240$1.35$1,674.00')
})

test('shows the letterhead of the day on which a document was issued', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const maker = { ...shop.config.maker, name: 'Nordlicht Räder OHG', origin: 'Denmark' }
  await issueInvoices(shop.db, maker)
  const text = (await linesOf(customer, `${id}/invoice`)).join(' ')
  expect(text).toContain('Nordlicht Räder OHG')
  expect(text).toContain('Country of origin: Denmark.')
  const slip = (await linesOf(admin, `${id}/packing-slip`)).join(' ')
  expect(slip).toContain('Nordlicht Velo GmbH')
})

test('keeps the billed address and phone when staff correct those of a paid order', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const before = await linesOf(customer, `${id}/invoice`)
  const { body: order } = await customer.call('GET', `/booking/${id}`)
  for (const [address, phone, seen] of [
    ['13 Wheel Lane, Dhaka', '+880 1', { address: order.address, phone: order.phone }],
    ['14 Wheel Lane, Dhaka', '+880 2', { address: '13 Wheel Lane, Dhaka', phone: '+880 1' }],
  ] as const) {
    const { body } = await admin.call('PUT', `/api/orders/${id}/delivery`, { address, phone, seen })
    expect(body).toEqual({ modifiedCount: 1 })
  }
  expect(await linesOf(customer, `${id}/invoice`)).toEqual(before)
  const { body: history } = await customer.call('GET', `/api/orders/${id}`)
  expect(history.billedAddress).toBe(order.address)
  const slip = (await linesOf(admin, `${id}/packing-slip`)).join(' ')
  expect(slip).toContain('14 Wheel Lane, Dhaka')
  expect(slip).toContain('+880 2')
  const { body: data } = await customer.call('GET', '/api/account/data')
  expect(JSON.stringify(data)).toContain(order.address)
})

test('the columns of every document fill the width of its table', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const principal = { ...customer, isAdminAccount: false, emailConfirmed: true }
  const order = (await findOrderForDocument(shop.db, principal, id)) as OrderForDocument
  const lines = order.lines.map((line) => ({ ...line, recordedSku: null }))
  const input = { order, maker: shop.config.maker, size: 'a4' } as const
  const issued = { number: 1, issuedAt: new Date() }
  for (const { columns } of [
    composeInvoice(input, issued),
    composeInvoice({ ...input, order: { ...order, lines } }, issued),
    composePackingSlip(input, new Date()),
  ])
    expect(columns.reduce((sum, { share }) => sum + share, 0)).toBe(100)
})

test('marks up an invoice with title, language and structure for screen readers', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const { pdf } = await requestDocument(customer, `${id}/invoice`)
  const plain = readPdfMetadata(pdf)
  expect(plain).toContain(`(Invoice ${await invoiceNumberOf(customer, id)})`)
  expect(plain).toMatch(/\/Lang \(en-GB\)/)
  expect(plain).toMatch(/\/Marked true/)
  expect(plain).toMatch(/\/DisplayDocTitle true/)
  for (const tag of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) {
    expect(plain).toMatch(new RegExp(`/S /${tag}\\b`))
  }
})

test('renders documents in A4, and in Letter on request', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const sizeOf = async (type: string) =>
    /\/MediaBox \[([^\]]+)\]/.exec(
      readPdfMetadata((await requestDocument(admin, `${id}/${type}`)).pdf),
    )?.[1]
  for (const type of ['invoice', 'packing-slip']) {
    expect(await sizeOf(type)).toBe('0 0 595.28 841.89')
    expect(await sizeOf(`${type}?paper=a4`)).toBe('0 0 595.28 841.89')
    expect(await sizeOf(`${type}?paper=letter`)).toBe('0 0 612 792')
  }
  expect((await admin.call('GET', `/api/orders/${id}/invoice?paper=a5`)).body.code).toBe(
    'input_invalid',
  )
})

test('prints names in many scripts, and replaces unsupported characters', async () => {
  const names = [
    'Łódź Škoda',
    'Ελένη Παπαδοπούλου',
    'Москва',
    'Nguyễn Thị Minh',
    'नमस्ते श्री',
    'ঢাকা শ্রী',
  ]
  for (const name of names) {
    const other = await addCustomer(shop, { name })
    const id = await placePaidOrder(other.call, cards, part)
    expect(await linesOf(other, `${id}/invoice`)).toContain(name)
  }
  const unsupported = await addCustomer(shop, { name: '東京 Cycle 😀' })
  const id = await placePaidOrder(unsupported.call, cards, part)
  expect(await linesOf(unsupported, `${id}/invoice`)).toContain('\uFFFD\uFFFD Cycle \uFFFD')
})

test('wraps long text into lines and pages without losing text', async () => {
  const name = 'W'.repeat(100)
  const long = await addCustomer(shop, { name })
  const address = `${'Q'.repeat(200)}\n${'line\n'.repeat(50)}end`
  const placed = await long.call('POST', '/booking', buildBooking(part, 10, { address }))
  const id = placed.body.result.insertedId
  await cards.pay(await startPayment(long.call, id))
  await long.call('PATCH', `/booking/${id}`, { bookingId: id })
  const text = (await linesOf(long, `${id}/invoice`)).join('')
  expect(text).toContain(name)
  expect(text).toContain('Q'.repeat(200))
  expect(text.match(/line/g)).toHaveLength(50)
  expect(text).toContain('Total (USD)$13.50')
})

test('shows address, packs and weight on the packing slip, but no price', async () => {
  const id = await placePaidOrder(customer.call, cards, part, 1240)
  const text = (await linesOf(admin, `${id}/packing-slip`)).join(' ')
  for (const words of ['Ship to', 'Velo Nord', '12 Wheel Lane, Dhaka', 'FH-CH10-116', '1,240'])
    expect(text).toContain(words)
  expect(text).toContain('378 kg')
  expect(text).toContain('HS code 731511')
  expect(text).toMatch(/2 cartons, 4 packs\s?and 40 pieces/)
  expect(text).not.toMatch(/\$|1\.35|1,674/)
  expect((await customer.call('GET', `/api/orders/${id}/packing-slip`)).body.code).toBe(
    'role_insufficient',
  )
})

test('issues a credit note that names the invoice for a refunded order, and refuses a packing slip', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  expect((await customer.call('GET', `/api/orders/${id}/credit-note`)).body.code).toBe(
    'order_not_refunded',
  )
  await admin.call('POST', `/api/orders/${id}/refund`)
  const text = (await linesOf(customer, `${id}/credit-note`)).join(' ')
  const { body } = await customer.call('GET', `/api/orders/${id}`)
  expect(text).toContain(`Credit note ${body.creditNoteNumber}`)
  const { issued } = await readDays(id)
  expect(text).toContain(`For invoice ${body.invoiceNumber} of ${issued}`)
  expect(text).toContain('Total credited $13.50')
  expect((await linesOf(customer, `${id}/invoice`)).join(' ')).toContain(body.invoiceNumber)
  expect((await admin.call('GET', `/api/orders/${id}/packing-slip`)).body.code).toBe(
    'order_not_paid',
  )
})

test('refuses documents of an unpaid order, and treats another user’s order as missing', async () => {
  const unpaid = await placeOrder(customer.call, part)
  for (const type of ['invoice', 'packing-slip']) {
    expect((await admin.call('GET', `/api/orders/${unpaid}/${type}`)).body.code).toBe(
      'order_not_paid',
    )
  }
  const paid = await placePaidOrder(customer.call, cards, part)
  const other = await addCustomer(shop)
  for (const id of [paid, randomUUIDv7()]) {
    expect((await other.call('GET', `/api/orders/${id}/invoice`)).body.code).toBe('order_missing')
  }
  expect((await shop.call('GET', `/api/orders/${paid}/invoice`)).status).toBe(401)
})

test('keeps an invoice unchanged when the part’s name and price change', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const first = await linesOf(customer, `${id}/invoice`)
  const slip = await linesOf(admin, `${id}/packing-slip`)
  expect(first.join('')).toContain('731511')
  await sql`update parts set sku = 'NEW-' || sku, name = 'Cassette', unit_price_cents = 999, hs_code = '871499'
    where id = ${part}`.execute(shop.db)
  expect(await linesOf(customer, `${id}/invoice`)).toEqual(first)
  expect(await linesOf(admin, `${id}/packing-slip`)).toEqual(
    slip.map((line) => line.replace('731511', '871499')),
  )
})

test('does not change the invoice of an order of the previous version', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  await sql`update order_lines set part_sku = null, list_price_cents = null, part_hs_code = null
    where order_id = ${id}`.execute(shop.db)
  const lines = await linesOf(customer, `${id}/invoice`)
  expect(lines.join('')).toContain(`Order${id}`)
  expect(lines.join('')).not.toMatch(/Terms|Tax \(|Net amount|Amount paid/)
  expect(lines).toContain('ProductPiecesPrice per unitAmount')
  expect((await linesOf(admin, `${id}/packing-slip`)).join('')).toContain('NEW-FH-CH10-116')
})

test('lists the lines that are not cancelled on several pages, each with the header of the table', async () => {
  const parts = await addParts(shop, 60, { minimum: 1, stock: 1000, cents: 200 })
  await sql`update parts set sku = 'SP-' || array_position(${parts}::uuid[], id), name = 'Spoke ' || right(id::text, 12)
    where id = any (${parts}::uuid[])`.execute(shop.db)
  await addPriceTiers(shop, parts[0] as string, [1, 200], [100, 150])
  await addToCart(customer.call, { ...sameQuantityOf(parts, 10), [parts[0] as string]: 100 })
  const { body } = await orderCart(customer.call, { note: 'Ring twice.\nUse the back door.' })
  const id = body.orderId
  await customer.call('DELETE', `/api/orders/${id}/lines?lines=3`)
  await cards.pay(await startPayment(customer.call, id))
  await customer.call('PATCH', `/booking/${id}`, { bookingId: id })
  const listedIn = (text: string) =>
    parts.filter((part) => text.includes(`Spoke ${part.slice(-12)}`))
  const remaining = parts.filter((_, index) => index !== 2)
  expect(listedIn((await linesOf(admin, `${id}/packing-slip`)).join(''))).toEqual(remaining)
  await admin.call('POST', `/api/orders/${id}/refund`)
  for (const [type, heads, total] of [
    ['invoice', 'Part numberProductPiecesPrice per unitAmount', 'Total (USD)$1,310.00'],
    ['credit-note', 'Part numberProductPiecesPrice per unitAmount', 'Total credited$1,310.00'],
  ] as const) {
    const lines = await linesOf(customer, `${id}/${type}`)
    const text = lines.join('')
    expect(listedIn(text)).toEqual(remaining)
    expect(lines.filter((line) => line === heads).length).toBeGreaterThan(1)
    expect(text).toContain('List price $2.00')
    expect(text).toContain('100$1.50$150.00')
    expect(text).toContain(total)
    expect(text).toMatch(/Page 2 of \d/)
  }
})

test('prints note and reference on documents, and finds the order by its reference', async () => {
  await addToCart(customer.call, { [part]: 10 })
  const texts = { note: 'Ring twice.\nUse the back door.', reference: 'PO 4500-77' }
  const { body } = await orderCart(customer.call, texts)
  await cards.pay(await startPayment(customer.call, body.orderId))
  await customer.call('PATCH', `/booking/${body.orderId}`, { bookingId: body.orderId })
  const { headers, pdf } = await requestDocument(admin, `${body.orderId}/packing-slip`)
  expect(headers.get('content-disposition')).toContain(`"packing-slip-${body.orderNumber}.pdf"`)
  const text = readPdfLines(pdf).join('')
  expect(text).toContain(`Order${body.orderNumber}`)
  expect(text).toContain(`Packing slip of order ${body.orderNumber}Page 1 of 1`)
  for (const line of ['Note: Ring twice.', 'Use the back door.']) expect(text).toContain(line)
  expect(text).toContain('Your referencePO 4500-77')
  const invoice = (await linesOf(customer, `${body.orderId}/invoice`)).join('')
  for (const words of ['Ring twice.', 'Your referencePO 4500-77']) expect(invoice).toContain(words)
  const found = await admin.call('GET', '/allOrders?status=Any&search=4500-77')
  expect(found.body).toMatchObject([{ _id: body.orderId }])
})

test('prints the packing slips of several orders in one file, or refuses all of them', async () => {
  const [first, second] = [
    await placePaidOrder(customer.call, cards, part),
    await placePaidOrder(customer.call, cards, part),
  ]
  const { status, pdf } = await requestDocument(admin, `packing-slips?ids=${first},${second}`)
  expect(status).toBe(200)
  const text = readPdfLines(pdf).join('')
  for (const id of [first, second]) {
    const { orderNumber } = (await customer.call('GET', `/booking/${id}`)).body
    expect(text).toContain(`Packing slip of order ${orderNumber}Page 1 of 1`)
  }
  const refunding = await placePaidOrder(customer.call, cards, part)
  await sql`update orders set refund_began_at = now() where id = ${refunding}`.execute(shop.db)
  const slip = await admin.call('GET', `/api/orders/${refunding}/packing-slip`)
  expect([slip.status, slip.body.code]).toEqual([409, 'refund_begun'])
  const disputed = await placePaidOrder(customer.call, cards, part)
  const { transactionId } = (await customer.call('GET', `/booking/${disputed}`)).body
  await shop.db
    .insertInto('provider_events')
    .values({ id: 'evt_1', type: 'x', intent_id: transactionId, outcome: 'disputed' })
    .execute()
  const unpaid = await placeOrder(customer.call, part)
  for (const [user, ids, expected] of [
    [admin, `${first},${disputed}`, [409, 'order_disputed']],
    [admin, `${first},${refunding}`, [409, 'refund_begun']],
    [admin, `${first},${unpaid}`, [409, 'order_not_paid']],
    [admin, first.slice(1), [400, 'input_invalid']],
    [customer, first, [403, 'role_insufficient']],
  ] as const) {
    const { status, body } = await user.call('GET', `/api/orders/packing-slips?ids=${ids}`)
    expect([status, body.code]).toEqual(expected)
  }
  await admin.call('PATCH', `/shipped/${first}`)
  await sql`update provider_events set intent_id = (select transaction_id from orders where id = ${first})
    where id = 'evt_1'`.execute(shop.db)
  expect((await admin.call('GET', `/api/orders/${first}/packing-slip`)).status).toBe(200)
  await sql`update orders set refund_began_at = null where id = ${refunding}`.execute(shop.db)
})

test('renders documents of two users concurrently, and refuses too many documents of one user', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const request = (user: TestUser, count: number) =>
    Array.from({ length: count }, () => requestDocument(user, `${id}/invoice`))
  const first = await linesOf(admin, `${id}/invoice`)
  const pending = await shop.db.transaction().execute(async (tx) => {
    await sql`lock table invoices in access exclusive mode`.execute(tx)
    const all = [...request(admin, 2), ...request(customer, 10)]
    await waitForBlockedConnections(shop.db, tx, all.length)
    return { all }
  })
  const responses = await Promise.all(pending.all)
  const drawn = responses.filter(({ status }) => status === 200)
  const refused = responses.slice(2).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(drawn).toHaveLength(responses.length - refused.length)
  for (const { pdf } of drawn) expect(readPdfLines(pdf)).toEqual(first)
  for (const { status, headers, pdf } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(pdf.toString()).code).toBe('papers_busy')
  }
})
