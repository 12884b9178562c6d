import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { getInbox } from '../../../tests/support/shop/inbox.ts'
import { closeWithConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
const part = await addPart(shop, { stock: 10_000 })
afterAll(() => closeWithConsistentLedger(shop))

const paid = () => placePaidOrder(customer.call, cards, part)
const ship = (id: string, body?: unknown) => admin.call('PATCH', `/shipped/${id}`, body)
const track = (id: string, body: unknown) => admin.call('PUT', `/api/orders/${id}/tracking`, body)
const history = async (id: string, user = customer) =>
  (await user.call('GET', `/api/orders/${id}`)).body

/** Waits for a mail about an order with a matching subject. */
async function mailAbout(id: string, { email }: TestUser, subject: RegExp) {
  return waitUntil(`${email} has the mail`, async () =>
    (await getInbox(shop).mailsTo(email)).find(
      (mail) => subject.test(mail.subject) && mail.text.includes(id),
    ),
  )
}

const DHL = {
  carrier: 'DHL',
  trackingNumber: '0034 0434 1610 9404 2557',
  trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094042557',
}

test('shows the tracking link to the customer of a shipped order', async () => {
  const id = await paid()
  const { carrier, trackingNumber } = DHL
  expect((await ship(id, { carrier, trackingNumber })).body).toEqual({ modifiedCount: 1 })
  expect(await history(id)).toMatchObject({ stage: 'Shipped', ...DHL })
})

test.each([
  ['no body', undefined],
  ['an empty object', {}],
  ['an empty text', ''],
  ['empty fields', { carrier: ' ', trackingNumber: '' }],
])('ships an order for a request with %s', async (_, body) => {
  const id = await paid()
  expect((await ship(id, body)).body).toEqual({ modifiedCount: 1 })
  expect(await history(id)).toMatchObject({
    stage: 'Shipped',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
  })
})

test('shows an unknown carrier without a link', async () => {
  const id = await paid()
  await ship(id, { carrier: 'Our own lorry' })
  expect(await history(id)).toMatchObject({
    carrier: 'Our own lorry',
    trackingNumber: null,
    trackingUrl: null,
  })
  await track(id, { carrier: 'Postal <b>&', trackingNumber: '../1?' })
  expect(await history(id)).toMatchObject({ carrier: 'Postal <b>&', trackingUrl: null })
})

test('refuses invalid carriers, tracking numbers and fields', async () => {
  const id = await paid()
  for (const [body, field] of [
    [{ trackingNumber: '1' }, 'carrier'],
    [{ carrier: 'x'.repeat(61) }, 'carrier'],
    [{ carrier: 'DHL', trackingNumber: 'x'.repeat(61) }, 'trackingNumber'],
    [{ carrier: 7 }, 'carrier'],
    [{ carier: 'DHL' }, 'carier'],
    [[], 'body'],
  ] as const) {
    const { status, body: problem } = await ship(id, body)
    expect([status, Object.keys(problem.errors)]).toEqual([400, [field]])
  }
  expect((await history(id)).stage).toBe('Paid')
})

test('lets staff add tracking details to a shipped order, and shows them in the history and a mail', async () => {
  const id = await paid()
  const { carrier, trackingNumber } = DHL
  expect((await track(id, { carrier })).body.code).toBe('order_not_shipped')
  await ship(id)
  expect((await track(id, { carrier, trackingNumber })).body).toEqual({ modifiedCount: 1 })
  expect((await track(id, { carrier, trackingNumber })).body).toEqual({ modifiedCount: 0 })
  expect((await history(id)).steps.at(-1)).toMatchObject({ kind: 'tracking_changed', by: 'staff' })
  expect((await history(id, admin)).steps.at(-1).name).toBe('Grace Hopper')
  const mail = await mailAbout(id, customer, /^Tracking details for your order/)
  expect(mail.text).toContain(trackingNumber)
  expect(mail.text).toContain(DHL.trackingUrl)
})

test('states carrier and tracking link in the mail about a shipped order', async () => {
  const reader = await addCustomer(shop)
  const id = await placePaidOrder(reader.call, cards, part)
  await ship(id, { carrier: 'ups', trackingNumber: '1Z999' })
  const mail = await mailAbout(id, reader, /is on its way$/)
  expect(mail.text).toMatch(/Carrier\s+ups/)
  expect(mail.text).toContain('https://www.ups.com/track?tracknum=1Z999')
})

test('refuses tracking details from customers, for unknown orders, and without a carrier', async () => {
  const id = await paid()
  await ship(id)
  const body = { carrier: 'DHL' }
  expect((await customer.call('PUT', `/api/orders/${id}/tracking`, body)).body.code).toBe(
    'role_insufficient',
  )
  expect((await track(randomUUIDv7(), body)).body.code).toBe('order_missing')
  expect((await track(id, {})).body.errors).toEqual({ carrier: 'Enter a carrier.' })
})
