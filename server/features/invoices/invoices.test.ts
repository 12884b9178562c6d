import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfLines, pdfPlain } from '../../../tests/support/pdf-text.ts'
import { checkBooks } from '../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import {
  beginPayment,
  bookingOf,
  placeOrder,
  placePaidOrder,
} from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({
    sandbox: true,
    settings: {
      MAKER_NAME: 'Nordlicht Velo GmbH',
      MAKER_ADDRESS: 'Werkhof 3, 20457 Hamburg',
      MAKER_TAX_ID: 'DE 123 456 789',
    },
  })
  cards = cardsOf(shop)
  customer = await addCustomer(shop, { name: 'Velo Nord' })
  admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 10_000, cents: 135, name: 'Chain 10-speed' })
  await sql`update parts set sku = 'FH-CH10-116', pack_size = 50, carton_size = 500,
    weight_g = 305, hs_code = '731511' where id = ${part}`.execute(shop.db)
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

/** Asks for a paper; answers its head, and its bytes. */
async function read({ token }: { token: string }, path: string) {
  const answer = await fetch(new URL(`/api/orders/${path}`, shop.url), {
    headers: { authorization: `Bearer ${token}` },
  })
  const pdf = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, pdf }
}

/** What a paper says; it must be one. */
async function linesOf(who: Person, path: string): Promise<string[]> {
  const { status, pdf } = await read(who, path)
  expect(status, pdf.toString('latin1', 0, 300)).toBe(200)
  return pdfLines(pdf)
}

const today = () =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())

async function invoiceNumberOf(who: Person, id: string): Promise<string> {
  return (await who.call('GET', `/api/orders/${id}`)).body.invoiceNumber
}

test('a customer reads the invoice of his paid order: who sends it, what was bought, what was paid', async () => {
  const id = await placePaidOrder(customer.call, cards, part, 1240)
  const { status, headers, pdf } = await read(customer, `${id}/invoice`)
  const number = await invoiceNumberOf(customer, id)
  expect(status).toBe(200)
  expect(number).toMatch(/^FH-\d{6}$/)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="invoice-${number}.pdf"`)
  const { body: order } = await customer.call('GET', `/booking/${id}`)
  const lines = pdfLines(pdf)
  for (const said of [
    'Nordlicht Velo GmbH',
    'Werkhof 3',
    '20457 Hamburg',
    'Tax id DE 123 456 789',
    'Velo Nord',
    '12 Wheel Lane, Dhaka',
    id,
    today(),
    '$1,674.00',
    `Paid by card on ${today()}, transaction ${order.transactionId}. Nothing is left to pay.`,
  ])
    expect(lines.join(' ')).toContain(said)
  expect(lines.join('')).toContain(customer.email)
  expect(lines).toContain('Chain 10-speed1,240$1.35$1,674.00')
})

test('an invoice has a title, a language and a structure for those who have it read to them', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const { pdf } = await read(customer, `${id}/invoice`)
  const plain = pdfPlain(pdf)
  expect(plain).toContain(`(Invoice ${await invoiceNumberOf(customer, id)})`)
  expect(plain).toMatch(/\/Lang \(en-GB\)/)
  expect(plain).toMatch(/\/Marked true/)
  expect(plain).toMatch(/\/DisplayDocTitle true/)
  for (const tag of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) {
    expect(plain).toMatch(new RegExp(`/S /${tag}\\b`))
  }
})

test('papers come in A4, and in Letter for who asks so', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const sizeOf = async (paper: string) =>
    /\/MediaBox \[([^\]]+)\]/.exec(pdfPlain((await read(admin, `${id}/${paper}`)).pdf))?.[1]
  for (const paper of ['invoice', 'packing-slip']) {
    expect(await sizeOf(paper)).toBe('0 0 595.28 841.89')
    expect(await sizeOf(`${paper}?paper=a4`)).toBe('0 0 595.28 841.89')
    expect(await sizeOf(`${paper}?paper=letter`)).toBe('0 0 612 792')
  }
  expect((await admin.call('GET', `/api/orders/${id}/invoice?paper=a5`)).body.code).toBe(
    'input_invalid',
  )
})

test('names in many scripts are printed as they are written, and what cannot be is seen to be missing', async () => {
  const names = [
    'Łódź Škoda',
    'Ελένη Παπαδοπούλου',
    'Москва',
    'Nguyễn Thị Minh',
    'नमस्ते श्री',
    'ঢাকা শ্রী',
  ]
  for (const name of names) {
    const foreign = await addCustomer(shop, { name })
    const id = await placePaidOrder(foreign.call, cards, part)
    expect(await linesOf(foreign, `${id}/invoice`)).toContain(name)
  }
  const farAway = await addCustomer(shop, { name: '東京 Cycle 😀' })
  const id = await placePaidOrder(farAway.call, cards, part)
  expect(await linesOf(farAway, `${id}/invoice`)).toContain('\uFFFD\uFFFD Cycle \uFFFD')
})

test('what is long is broken into lines and pages, and nothing of it is lost', async () => {
  const name = 'W'.repeat(100)
  const long = await addCustomer(shop, { name })
  const address = `${'Q'.repeat(200)}\n${'line\n'.repeat(50)}end`
  const placed = await long.call('POST', '/booking', bookingOf(part, 10, { address }))
  const id = placed.body.result.insertedId
  await cards.pay(await beginPayment(long.call, id))
  await long.call('PATCH', `/booking/${id}`, { bookingId: id })
  const said = (await linesOf(long, `${id}/invoice`)).join('')
  expect(said).toContain(name)
  expect(said).toContain('Q'.repeat(200))
  expect(said.match(/line/g)).toHaveLength(50)
  expect(said).toContain('Total$13.50')
})

test('the packing slip says where what goes, in how many packs, how heavy, and no price', async () => {
  const id = await placePaidOrder(customer.call, cards, part, 1240)
  const said = (await linesOf(admin, `${id}/packing-slip`)).join(' ')
  for (const words of ['Ship to', 'Velo Nord', '12 Wheel Lane, Dhaka', 'FH-CH10-116', '1,240'])
    expect(said).toContain(words)
  expect(said).toContain('378 kg')
  expect(said).toContain('HS code 731511')
  expect(said).toMatch(/2 cartons, 4 packs\s?and 40 pieces/)
  expect(said).not.toMatch(/\$|1\.35|1,674/)
  expect((await customer.call('GET', `/api/orders/${id}/packing-slip`)).body.code).toBe(
    'role_insufficient',
  )
})

test('a refunded order has a credit note that names its invoice, and nothing to pack', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  expect((await customer.call('GET', `/api/orders/${id}/credit-note`)).body.code).toBe(
    'order_not_refunded',
  )
  await admin.call('POST', `/api/orders/${id}/refund`)
  const said = (await linesOf(customer, `${id}/credit-note`)).join(' ')
  const { body } = await customer.call('GET', `/api/orders/${id}`)
  expect(said).toContain(`Credit note ${body.creditNoteNumber}`)
  expect(said).toContain(`For invoice ${body.invoiceNumber} of ${today()}`)
  expect(said).toContain('Total credited $13.50')
  expect((await linesOf(customer, `${id}/invoice`)).join(' ')).toContain(body.invoiceNumber)
  expect((await admin.call('GET', `/api/orders/${id}/packing-slip`)).body.code).toBe(
    'order_not_paid',
  )
})

test('an unpaid order has no papers, and somebody else’s looks missing', async () => {
  const unpaid = await placeOrder(customer.call, part)
  for (const paper of ['invoice', 'packing-slip']) {
    expect((await admin.call('GET', `/api/orders/${unpaid}/${paper}`)).body.code).toBe(
      'order_not_paid',
    )
  }
  const paid = await placePaidOrder(customer.call, cards, part)
  const other = await addCustomer(shop)
  for (const id of [paid, randomUUIDv7()]) {
    expect((await other.call('GET', `/api/orders/${id}/invoice`)).body.code).toBe('order_missing')
  }
  expect((await shop.visit('GET', `/api/orders/${paid}/invoice`)).status).toBe(401)
})

test('an invoice says for good what it said at first, whatever the part is called and costs by now', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const first = await linesOf(customer, `${id}/invoice`)
  await sql`update parts set sku = 'NEW-' || sku, name = 'Cassette', unit_price_cents = 999
    where id = ${part}`.execute(shop.db)
  expect(await linesOf(customer, `${id}/invoice`)).toEqual(first)
})

test('draws the papers of two users at once, and refuses a user who asks for too many', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const ask = (who: Person, count: number) =>
    Array.from({ length: count }, () => read(who, `${id}/invoice`))
  const answers = await Promise.all([...ask(admin, 2), ...ask(customer, 10)])
  const drawn = answers.filter(({ status }) => status === 200)
  const refused = answers.slice(2).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(drawn).toHaveLength(answers.length - refused.length)
  const first = pdfLines(drawn[0]?.pdf as Buffer)
  for (const { pdf } of drawn) expect(pdfLines(pdf)).toEqual(first)
  for (const { status, headers, pdf } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(pdf.toString()).code).toBe('papers_busy')
  }
})
