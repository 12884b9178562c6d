import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import { type InboxMail, inboxOf } from '../../../tests/support/shop/inbox.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, addPeople } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { orderLetter } from '../../features/orders/mails/order-letter.ts'
import { letterAsText } from './letter-as-text.ts'
import type { OrderMailKind } from './queue-mail.ts'

let shop: TestShop
let cards: Cards
let inbox: ReturnType<typeof inboxOf>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, roundsEveryMs: 100 })
  cards = cardsOf(shop)
  inbox = inboxOf(shop)
})
afterEach(() => inbox.unset())
afterAll(() => shop.close())

const arrived = (email: string, count = 1) =>
  waitUntil('the mail has arrived', async () => {
    const mails = await inbox.to(email)
    return mails.length >= count && mails
  })

const around = () => ({
  db: shop.db,
  pageUrl: String,
  links: { confirmEmail: async () => '/confirm-email' },
})

/** What a mail would say now. */
async function says(orderId: string, kind: OrderMailKind): Promise<string | undefined> {
  const letter = await orderLetter(around(), { kind, orderId })
  return letter && letterAsText(letter)
}

test('who has placed an order gets a mail that says so', async () => {
  const customer = await addCustomer(shop, { name: 'Velo Nord' })
  const part = await addPart(shop, { name: 'Cassette 11-34', cents: 1999, stock: 5000 })
  const id = await placeOrder(customer.call, part, 1000)
  const [mail] = (await arrived(customer.email)) as [InboxMail]
  expect(mail.from).toBe('orders@freehub.example')
  expect(mail.to).toEqual([customer.email])
  expect(mail.subject).toBe('Your order of Cassette 11-34')
  for (const words of [
    'Hello Velo Nord,',
    `Order      ${id}`,
    'Product    Cassette 11-34',
    'Quantity   1,000 pieces',
    'Total      $19,990.00',
    'Phone      +880 1711 000000',
    'Address    12 Wheel Lane, Dhaka',
    `${shop.config.port}/dashboard/payment/${id}`,
    `${shop.config.port}/dashboard/order/${id}`,
  ])
    expect(mail.text).toContain(words)
  expect(mail.text).toMatch(/keep the pieces for you until \d+ \w+ \d{4} at \d\d:\d\d UTC\./)
})

test('who has paid gets a mail that says so', async () => {
  const customer = await addCustomer(shop)
  await placePaidOrder(customer.call, cards, await addPart(shop))
  const mails = await arrived(customer.email, 2)
  const paid = mails.find(({ subject }) => subject === 'Your payment for Chain 10-speed')
  expect(paid?.text).toContain('your payment of $25.00 has arrived')
})

test('who has not paid is told once before the reservation runs out', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  await sql`update orders set reserved_until = now() + interval '11 hours'
    where id = ${id}`.execute(shop.db)
  const mails = await arrived(customer.email, 2)
  const told = mails.find(({ subject }) => subject.includes('about to run out'))
  expect(told?.subject).toBe('Your reservation of Chain 10-speed is about to run out')
  expect(told?.text).toMatch(/We keep the pieces for you until \d+ \w+ \d{4} at \d\d:\d\d UTC;/)
  expect(told?.text).toContain(`/dashboard/payment/${id}`)
  await placeOrder(customer.call, await addPart(shop))
  expect(await arrived(customer.email, 3)).toHaveLength(3)
})

test('whose order is shipped gets a mail that says so, once', async () => {
  const [customer, admin] = await Promise.all([addCustomer(shop), addAdmin(shop)])
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await Promise.all([1, 2, 3].map(() => admin.call('PATCH', `/shipped/${id}`)))
  const mails = await arrived(customer.email, 3)
  expect(mails.map(({ subject }) => subject).filter((it) => it.includes('on its way'))).toEqual([
    'Your order of Chain 10-speed is on its way',
  ])
})

test('whose order is cancelled is told, and by whom', async () => {
  const [customer, admin] = await Promise.all([addCustomer(shop), addAdmin(shop)])
  const part = await addPart(shop)
  const cancelled = async (end: (id: string) => Promise<unknown>) => {
    const id = await placeOrder(customer.call, part)
    await end(id)
    return waitUntil('the mail has arrived', async () => {
      const mails = await inbox.to(customer.email)
      return mails.find(({ text, subject }) => text.includes(id) && /cancelled$/.test(subject))
        ?.text
    })
  }
  const words = [
    await cancelled((id) => customer.call('DELETE', `/booking/${id}?client=${customer.email}`)),
    await cancelled((id) => admin.call('DELETE', `/booking/${id}`)),
    await cancelled((id) =>
      sql`update orders set reserved_until = now() - interval '1 second'
        where id = ${id}`.execute(shop.db),
    ),
  ].map((text) => text.split('\n')[2])
  expect(words).toEqual([
    'you have cancelled your order.',
    'we have cancelled your order.',
    'your order was not paid in time, so it is cancelled and its pieces are back in stock.',
  ])
})

test('whose order is refunded gets a mail that says so', async () => {
  const customer = await addCustomer(shop)
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await arrived(customer.email, 2)
  expect(await says(id, 'order-refunded')).toBeUndefined()
  await sql`update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now()
    where id = ${id}`.execute(shop.db)
  expect(await says(id, 'order-refunded')).toContain(
    'refunded your payment of $25.00, whole, to the card',
  )
})

test('whose payment comes when his order no longer waits for it is told, once, that it goes back', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  const secret = await beginPayment(customer.call, id)
  await arrived(customer.email)
  // Else it would learn late that there is a payment, and cancel it.
  await waitUntil('the shop has heard of the payment', async () =>
    (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
  )
  // As if the shop had cancelled without the provider's knowing: the money is quicker.
  await sql`update payment_intents set state = 'cancelled' where order_id = ${id}`.execute(shop.db)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  await cards.set({ doubleWebhooks: true })
  await cards.pay(secret)
  const told = (await arrived(customer.email, 3)).filter(({ subject }) => /goes back/.test(subject))
  await cards.unset()
  expect(told.map(({ subject }) => subject)).toEqual([
    'A payment for Chain 10-speed goes back to you',
  ])
  expect(told[0]?.text).toContain('after the order was cancelled')
})

test('who pays what is not asked, or twice, is told why it goes back', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const [unpaid, paid] = [
    await placeOrder(customer.call, part),
    await placePaidOrder(customer.call, cards, part),
  ]
  expect(await says(unpaid, 'payment-returned')).toContain('was not its total')
  expect(await says(paid, 'payment-returned')).toContain('is paid already')
})

test('a mail that waited is sent only while it is true', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const id = await placeOrder(customer.call, part)
  await sql`update orders set lapse_warned_at = now() where id = ${id}`.execute(shop.db)
  expect(await says(id, 'order-lapsing')).toContain('not paid yet')
  expect(await says(id, 'order-cancelled')).toBeUndefined()
  await customer.call('POST', `/api/orders/${id}/extension`)
  expect(await says(id, 'order-lapsing')).toBeUndefined()
  const paid = await placePaidOrder(customer.call, cards, part)
  expect(await says(paid, 'order-lapsing')).toBeUndefined()
  expect(await says(paid, 'order-placed')).not.toContain('Pay for it')
})

test('who was refused gets no mail, and of an order that is gone nobody asks for money', async () => {
  await inbox.set({ refuse: true })
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  await customer.call('POST', '/booking', {
    productId: part,
    quantity: 1,
    phone: '1',
    address: 'x',
  })
  const id = await placeOrder(customer.call, part)
  // What was written before he cancelled may not be on its way still.
  await inbox.triedInVain(id)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  await inbox.unset()
  await inbox.hurry(id)
  await waitUntil('all is done', async () => {
    const { rows } = await inbox.jobsOf(id)
    return rows.every(({ state }) => state === 'completed')
  })
  const mails = await inbox.to(customer.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your order of Chain 10-speed is cancelled'])
})

test('who has another e-mail by now gets his mails there, and who has left gets none', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  const letter = () => orderLetter(around(), { kind: 'order-placed', orderId: id })
  const { db } = shop
  await db
    .updateTable('users')
    .set({ email: `new-${customer.email}` })
    .where('id', '=', customer.id)
    .execute()
  expect((await letter())?.to).toBe(`new-${customer.email}`)
  await sql`update users set deleted_at = now() where id = ${customer.id}`.execute(db)
  expect(await letter()).toBeUndefined()
})

test('thirty orders at once make thirty mails', async () => {
  const part = await addPart(shop, { stock: 1000 })
  const customers = await addPeople(shop, 30)
  await Promise.all(customers.map(({ call }) => placeOrder(call, part)))
  for (const { email } of customers) await arrived(email)
  for (const { email } of customers) expect(await inbox.to(email)).toHaveLength(1)
})

test('a mail server that is away delays mails and orders nothing', async () => {
  await inbox.set({ refuse: true })
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  await inbox.triedInVain(id)
  expect(await inbox.to(customer.email)).toEqual([])
  await inbox.unset()
  await inbox.hurry(id)
  const mails = await arrived(customer.email)
  expect(mails).toHaveLength(1)
})

test('however many mails wait, a mail server that is away is asked for ten a second by each process', async () => {
  await inbox.set({ refuse: true })
  const id = await placeOrder((await addCustomer(shop)).call, await addPart(shop))
  const { tried, seconds } = await inbox.crowdOf(id, 10)
  expect(tried).toBeLessThanOrEqual(10 * seconds + 1)
  expect(tried).toBeGreaterThanOrEqual(2 * seconds)
})

test('a shop that was closed before it could write does so when it is open again', async () => {
  const first = await startTestShop({ queuesEveryMs: 100 })
  const customer = await addCustomer(first)
  const id = await placeOrder(customer.call, await addPart(first))
  const again = await first.reopen({ SMTP_URL: shop.config.smtpUrl })
  try {
    await inboxOf({ sandbox: shop.sandbox, db: again.db }).hurry(id)
    await arrived(customer.email)
  } finally {
    await again.close()
  }
})
