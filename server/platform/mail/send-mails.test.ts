import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { placeOrderOf, sameQuantityOf } from '../../../tests/support/shop/carts.ts'
import { getInbox, type InboxMail } from '../../../tests/support/shop/inbox.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart, addParts, addPriceTiers } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, addUsers } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { composeOrderMail } from '../../features/orders/mails/compose-order-mail.ts'
import type { OrderMail, OrderMailKind } from './queue-mail.ts'
import { renderMailText } from './render-mail.ts'

const shop = await startTestShop({ sandbox: true, jobsEveryMs: 250 })
const cards = createCardClient(shop)
const inbox = getInbox(shop)
afterEach(() => inbox.clearMailFaults())
afterAll(() => shop.close())

const waitForMails = (email: string, count = 1) =>
  waitUntil('the mail has arrived', async () => {
    const mails = await inbox.mailsTo(email)
    return mails.length >= count && mails
  })

const createContext = () => ({
  db: shop.db,
  pageUrl: String,
  links: { confirmEmail: async () => '/confirm-email' },
})

/** Renders a mail as it would be sent now. */
async function renderNow(
  orderId: string,
  kind: OrderMailKind,
  reason?: OrderMail['reason'],
): Promise<string | undefined> {
  const content = await composeOrderMail(createContext(), { kind, orderId, reason })
  return content && renderMailText(content)
}

test('sends a mail for a placed order', async () => {
  const customer = await addCustomer(shop, { name: 'Velo Nord' })
  const part = await addPart(shop, { name: 'Cassette 11-34', cents: 1999, stock: 5000 })
  const id = await placeOrder(customer.call, part, 1000)
  const { orderNumber } = (await customer.call('GET', `/booking/${id}`)).body
  const [mail] = (await waitForMails(customer.email)) as [InboxMail]
  expect(mail.from).toBe('orders@freehub.example')
  expect(mail.to).toEqual([customer.email])
  expect(mail.subject).toBe(`Your order ${orderNumber} of Cassette 11-34`)
  for (const words of [
    'Hello Velo Nord,',
    `Order    ${orderNumber}`,
    'Product  Cassette 11-34',
    'Quantity 1,000 pieces',
    'Total    $19,990.00',
    'Phone    +880 1711 000000',
    'Address  12 Wheel Lane, Dhaka',
    `${shop.config.port}/dashboard/payment/${id}`,
    `${shop.config.port}/dashboard/order/${id}`,
  ])
    expect(mail.text).toContain(words)
  expect(mail.text).toMatch(/hold the pieces for you until \d+ \w+ \d{4} at \d\d:\d\d UTC\./)
})

test('writes the quantity "1 piece" in the singular', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop, { minimum: 1 }), 1)
  expect(await renderNow(id, 'order-placed')).toMatch(/Quantity +1 piece$/m)
})

test('lists the first fifty uncancelled lines of an order', async () => {
  const customer = await addCustomer(shop)
  const parts = await addParts(shop, 54, { cents: 199 })
  await sql`update parts set name = 'Spoke', sku = id
    where id = any (${parts}::uuid[])`.execute(shop.db)
  const stepped = parts[5] as string
  await addPriceTiers(shop, stepped, [10, 199], [20, 150])
  const id = await placeOrderOf(customer.call, { ...sameQuantityOf(parts), [stepped]: 20 })
  await customer.call('DELETE', `/api/orders/${id}/lines?lines=2`)
  const content = await composeOrderMail(createContext(), { kind: 'order-placed', orderId: id })
  expect(content?.subject).toMatch(/^Your order FH-\d+ of Spoke and 52 more$/)
  const text = renderMailText(content as NonNullable<typeof content>)
  for (const words of ['Lines    53', 'Quantity 540 pieces', 'Total    $1,064.80'])
    expect(text).toContain(words)
  const listed = parts.filter((part) =>
    text.includes(
      part === stepped
        ? `20 × Spoke (${part}), $1.50 each\n`
        : `10 × Spoke (${part}), $1.99 each\n`,
    ),
  )
  expect(listed).toEqual(parts.filter((_, index) => index !== 1).slice(0, 50))
  expect(text).toContain('… and 3 more lines.')
})

test.each([
  ['at a space', 'Chain '.repeat(20).trim(), /^Your order FH-\d+ of (Chain ){9}Chain…$/],
  ['before an emoji', `${'x'.repeat(58)}🚲🚲`, /^Your order FH-\d+ of x{58}…$/],
])('shortens a long name in the subject %s', async (_where, name, expected) => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop, { name }))
  const content = await composeOrderMail(createContext(), { kind: 'order-placed', orderId: id })
  expect(content?.subject).toMatch(expected)
})

test('sends a mail for a payment', async () => {
  const customer = await addCustomer(shop)
  await placePaidOrder(customer.call, cards, await addPart(shop))
  const mails = await waitForMails(customer.email, 2)
  const paid = mails.find(({ subject }) => subject.startsWith('Your payment for order FH-'))
  expect(paid?.text).toContain('We received your payment of $25.00')
})

test('warns once before a reservation expires', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  await sql`update orders set reserved_until = now() + interval '11 hours'
    where id = ${id}`.execute(shop.db)
  const mails = await waitForMails(customer.email, 2)
  const warning = mails.find(({ subject }) => subject.includes('about to expire'))
  expect(warning?.subject).toMatch(/^Your reservation for order FH-\d+ is about to expire$/)
  expect(warning?.text).toMatch(
    /We’ll hold the pieces for you until \d+ \w+ \d{4} at \d\d:\d\d UTC\./,
  )
  expect(warning?.text).toContain(`/dashboard/payment/${id}`)
  await placeOrder(customer.call, await addPart(shop))
  expect(await waitForMails(customer.email, 3)).toHaveLength(3)
})

test('sends one mail for a shipped order', async () => {
  const [customer, admin] = await Promise.all([addCustomer(shop), addAdmin(shop)])
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await Promise.all([1, 2, 3].map(() => admin.call('PATCH', `/shipped/${id}`)))
  const mails = await waitForMails(customer.email, 3)
  expect(
    mails.map(({ subject }) => subject).filter((subject) => subject.includes('on its way')),
  ).toEqual([expect.stringMatching(/^Your order FH-\d+ is on its way$/)])
  // Placed, paid and shipped. A second mail of the shipment might arrive later than the first one.
  expect((await inbox.findJobs(id)).rows).toHaveLength(3)
})

test('sends a mail for a cancelled order with the reason', async () => {
  const [customer, admin] = await Promise.all([addCustomer(shop), addAdmin(shop)])
  const part = await addPart(shop)
  const cancelAndRead = async (cancel: (id: string) => Promise<unknown>) => {
    const id = await placeOrder(customer.call, part)
    await cancel(id)
    return waitUntil('the mail has arrived', async () => {
      const mails = await inbox.mailsTo(customer.email)
      return mails.find(({ text, subject }) => text.includes(id) && /cancelled$/.test(subject))
        ?.text
    })
  }
  const sentences = [
    await cancelAndRead((id) => customer.call('DELETE', `/booking/${id}?client=${customer.email}`)),
    await cancelAndRead((id) => admin.call('DELETE', `/booking/${id}`)),
    await cancelAndRead((id) =>
      sql`update orders set reserved_until = now() - interval '1 second'
        where id = ${id}`.execute(shop.db),
    ),
  ].map((text) => text.split('\n')[2])
  expect(sentences).toEqual([
    'You cancelled your order.',
    'We cancelled your order.',
    'Your order was not paid in time. It was cancelled, and the pieces are back in stock.',
  ])
})

test('renders the refund mail only after the refund', async () => {
  const customer = await addCustomer(shop)
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await waitForMails(customer.email, 2)
  expect(await renderNow(id, 'order-refunded')).toBeUndefined()
  await sql`update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now()
    where id = ${id}`.execute(shop.db)
  expect(await renderNow(id, 'order-refunded')).toContain(
    'refunded your payment of $25.00 in full to the card',
  )
})

test('sends one mail when a late payment is refunded', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  const secret = await startPayment(customer.call, id)
  await waitForMails(customer.email)
  // Otherwise a late webhook about the new PaymentIntent would make the shop cancel the PaymentIntent.
  await waitUntil('the webhooks are delivered', async () =>
    (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
  )
  // Simulates a payment that arrives before the cancellation reaches the provider.
  await sql`update payment_intents set state = 'cancelled' where order_id = ${id}`.execute(shop.db)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  await cards.setFaults({ doubleWebhooks: true })
  await cards.pay(secret)
  const returned = (await waitForMails(customer.email, 3)).filter(({ subject }) =>
    /^We refunded a payment/.test(subject),
  )
  await cards.clearFaults()
  expect(returned.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^We refunded a payment for order FH-\d+$/),
  ])
  expect(returned[0]?.text).toContain('after the order was cancelled')
})

test('tells the customer whether a refunded payment had a wrong amount or was a duplicate', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const [unpaid, paid] = [
    await placeOrder(customer.call, part),
    await placePaidOrder(customer.call, cards, part),
  ]
  expect(await renderNow(unpaid, 'payment-returned')).toContain('did not match the order total')
  expect(await renderNow(paid, 'payment-returned')).toContain('was already paid')
})

test('states why a payment was refunded, also after the order has changed', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const paid = await placePaidOrder(customer.call, cards, part)
  const mismatch = await renderNow(paid, 'payment-returned', 'mismatch')
  expect(mismatch).toContain('did not match the order total.\n')
  const cancelled = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${cancelled}?client=${customer.email}`)
  const duplicate = await renderNow(cancelled, 'payment-returned', 'already-paid')
  expect(duplicate).toContain('was already paid')
})

test('does not announce the shipment of a shipped order', async () => {
  const customer = await addCustomer(shop)
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  expect(await renderNow(id, 'order-paid')).toContain('We’ll ship your order next.')
  await (await addAdmin(shop)).call('PATCH', `/shipped/${id}`)
  expect(await renderNow(id, 'order-paid')).toContain('your payment of $25.00.\n')
})

test('drops a delayed mail that is out of date', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const id = await placeOrder(customer.call, part)
  await sql`update orders set expiry_warned_at = now() where id = ${id}`.execute(shop.db)
  expect(await renderNow(id, 'order-lapsing')).toContain('not paid yet')
  expect(await renderNow(id, 'order-cancelled')).toBeUndefined()
  await customer.call('POST', `/api/orders/${id}/extension`)
  expect(await renderNow(id, 'order-lapsing')).toBeUndefined()
  const paid = await placePaidOrder(customer.call, cards, part)
  expect(await renderNow(paid, 'order-lapsing')).toBeUndefined()
  expect(await renderNow(paid, 'order-placed')).not.toContain('Pay now')
})

test('sends no mail for a refused order and no payment request for a cancelled one', async () => {
  await inbox.setMailFaults({ refuse: true })
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  await customer.call('POST', '/booking', {
    productId: part,
    quantity: 1,
    phone: '1',
    address: 'x',
  })
  const id = await placeOrder(customer.call, part)
  // The mail from before the cancellation must not be in flight.
  await inbox.waitForFailures(id)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  await inbox.clearMailFaults()
  await inbox.retryNow(id)
  await waitUntil('all jobs are done', async () => {
    const { rows } = await inbox.findJobs(id)
    return rows.every(({ state }) => state === 'completed')
  })
  const mails = await inbox.mailsTo(customer.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your order FH-\d+ was cancelled$/),
  ])
})

test('sends mails to the current email, and none to a deleted account', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  const compose = () => composeOrderMail(createContext(), { kind: 'order-placed', orderId: id })
  const { db } = shop
  await db
    .updateTable('users')
    .set({ email: `new-${customer.email}` })
    .where('id', '=', customer.id)
    .execute()
  expect((await compose())?.to).toBe(`new-${customer.email}`)
  await sql`update users set deleted_at = now() where id = ${customer.id}`.execute(db)
  expect(await compose()).toBeUndefined()
})

test('puts no contact data into mails to an email that is no longer confirmed', async () => {
  const customer = await addCustomer(shop)
  const [unpaid, paid] = [
    await placeOrder(customer.call, await addPart(shop)),
    await placePaidOrder(customer.call, cards, await addPart(shop)),
  ]
  await sql`update users set email_verified = false where id = ${customer.id}`.execute(shop.db)
  for (const [id, kind] of [
    [unpaid, 'order-placed'],
    [paid, 'order-paid'],
  ] as const) {
    const text = await renderNow(id, kind)
    expect(text).toContain('/confirm-email')
    expect(text).not.toContain('Wheel Lane')
  }
  expect(await renderNow(paid, 'order-placed')).toBeUndefined()
})

test('sends thirty mails for thirty concurrent orders', async () => {
  const part = await addPart(shop, { stock: 1000 })
  const customers = await addUsers(shop, 30)
  await Promise.all(customers.map(({ call }) => placeOrder(call, part)))
  for (const { email } of customers) await waitForMails(email)
  for (const { email } of customers) expect(await inbox.mailsTo(email)).toHaveLength(1)
})

test('sends a mail once, after the mail server is available again', async () => {
  await inbox.setMailFaults({ refuse: true })
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  await inbox.waitForFailures(id)
  expect(await inbox.mailsTo(customer.email)).toEqual([])
  await inbox.clearMailFaults()
  await inbox.retryNow(id)
  const mails = await waitForMails(customer.email)
  expect(mails).toHaveLength(1)
})

test('tries at most ten mails a second while the mail server is unavailable', async () => {
  await inbox.setMailFaults({ refuse: true })
  const id = await placeOrder((await addCustomer(shop)).call, await addPart(shop))
  const { failed: attempts, seconds } = await inbox.timeFailures(id, 10)
  expect(attempts).toBeLessThanOrEqual(10 * seconds + 1)
})

test('sends a queued mail after a restart', async () => {
  const first = await startTestShop({ queuePollMs: 100 })
  const customer = await addCustomer(first)
  const id = await placeOrder(customer.call, await addPart(first))
  const reopened = await first.reopen({ SMTP_URL: shop.config.smtpUrl })
  try {
    await getInbox({ sandbox: shop.sandbox, db: reopened.db }).retryNow(id)
    await waitForMails(customer.email)
  } finally {
    await reopened.close()
  }
})
