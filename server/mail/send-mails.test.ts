import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Cards, cardsOf } from '../testing/cards.ts'
import { type InboxMail, inboxOf } from '../testing/inbox.ts'
import { placeOrder, placePaidOrder } from '../testing/orders.ts'
import { addPart } from '../testing/parts.ts'
import { addCustomer, addPeople } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'
import { waitUntil } from '../testing/wait-until.ts'

let shop: TestShop
let cards: Cards
let inbox: ReturnType<typeof inboxOf>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
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

test('who was refused gets no mail, and of an order that is gone nobody writes', async () => {
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
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  await inbox.unset()
  const other = await addCustomer(shop)
  await placeOrder(other.call, part)
  await arrived(other.email)
  expect(await inbox.to(customer.email)).toEqual([])
})

test('thirty orders at once make thirty mails', async () => {
  const part = await addPart(shop, { stock: 1000 })
  const customers = await addPeople(shop, 30)
  await Promise.all(customers.map(({ call }) => placeOrder(call, part)))
  await Promise.all(customers.map(({ email }) => arrived(email)))
  for (const { email } of customers) expect(await inbox.to(email)).toHaveLength(1)
})

test('a mail server that is away delays mails and orders nothing', async () => {
  await inbox.set({ refuse: true })
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop))
  await waitUntil('it was tried in vain', async () => {
    const { rows } = await inbox.jobsOf(id)
    return rows.some(({ state, retry_count }) => state === 'retry' || retry_count > 0)
  })
  expect(await inbox.to(customer.email)).toEqual([])
  await inbox.unset()
  await inbox.hurry(id)
  const mails = await arrived(customer.email)
  expect(mails).toHaveLength(1)
})

test('a shop that was closed before it could write does so when it is open again', async () => {
  const first = await startTestShop()
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
