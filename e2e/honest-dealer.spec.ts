import { confirmEmail } from './confirm-email.ts'
import {
  arrive,
  book,
  enterAsStaff,
  expect,
  fillCard,
  newcomer,
  type Part,
  partFromTheEnd,
  test,
} from './shop.ts'

const ORDERS = 20
const REVIEWS = 3

test('a confirmed dealer who places 20 orders in an hour, pays and writes 3 reviews in a week meets no limit', async ({
  page,
  browser,
}) => {
  test.slow()
  const dealer = await arrive(page, { ...newcomer(), name: 'Velo Nord' })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  const parts: Part[] = await (await page.request.get('/parts?size=100')).json()
  const plenty = parts.filter((part) => part.availableQuantity > 20 * part.minimumOrder)

  await test.step('places 20 orders without having paid for any', async () => {
    const [first, ...others] = plenty.slice(-ORDERS)
    const last = others.pop()
    await orderOnScreen(first as Part)
    for (const part of others) await book(page, dealer, part)
    await orderOnScreen(last as Part)
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(ORDERS)
    await expectNoLimit()
  })

  await test.step('pays for one, without a note about the email on the way', async () => {
    await page.getByRole('link', { name: 'Pay Now' }).first().click()
    await expect(page.getByRole('timer')).toHaveText(/^2 days 23 h/)
    await expectNoLimit()
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
  })

  await test.step('gets the order, which staff ship', async () => {
    let paid: { _id: string } | undefined
    await expect(async () => {
      const { headers, email } = dealer
      const mine = await page.request.get(`/myOrders?client=${email}`, { headers })
      const orders: { _id: string; paid: boolean }[] = await mine.json()
      paid = orders.find((order) => order.paid)
      expect(paid).toBeDefined()
    }).toPass()
    const staff = await (await browser.newContext()).newPage()
    const headers = await enterAsStaff(staff)
    const shipped = await staff.request.patch(`/shipped/${paid?._id}`, { headers })
    expect(shipped.ok(), await shipped.text()).toBe(true)
    await staff.context().close()
  })

  await test.step('writes 3 reviews', async () => {
    for (let n = 0; n < REVIEWS; n++) {
      await page.goto('/dashboard/addReview')
      await page.getByLabel('Comment').fill(`Order ${n + 1} of this week came in two days.`)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('Review added successfully')).toBeVisible()
    }
    await expectNoLimit()
  })

  expect(refused).toEqual([])

  /** The form is filled the first time, and remembers the phone and the address from then on. */
  async function orderOnScreen({ _id }: Part) {
    await page.goto(`/purchase/${_id}`)
    await expect(page.getByLabel('Email')).toHaveValue(dealer.email)
    if ((await page.getByLabel('Phone').inputValue()) === '') {
      await page.getByLabel('Phone').fill('+49 40 5550 120')
      await page.getByLabel('Address').fill('Werftstrasse 8, 20457 Hamburg')
    }
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).toHaveURL('/dashboard/myOrders')
  }

  async function expectNoLimit() {
    const main = page.getByRole('main')
    await expect(main.getByText(/confirm your email|trust your account|too many/i)).toHaveCount(0)
  }
})

test('a customer who has just signed up is asked to confirm the email, and keeps the order by it', async ({
  page,
}) => {
  const customer = await arrive(page, newcomer(), { emailConfirmed: false })
  const order = await book(page, customer, await partFromTheEnd(page, 3))
  const note = page.getByRole('region', { name: 'Confirm your email' })
  for (const path of [
    '/dashboard/myOrders',
    `/dashboard/payment/${order}`,
    `/dashboard/order/${order}`,
  ]) {
    await page.goto(path)
    await expect(note).toContainText(/^Confirm your email within (60|59) minutes to keep this/)
  }
  await expect(page.getByRole('timer')).toHaveText(/^59 min/)
  await expect(page.getByRole('button', { name: 'Extend Reservation' })).toHaveCount(0)
  await note.getByRole('button', { name: 'Send the mail to confirm again' }).click()
  await expect(note.getByText(`on its way to ${customer.email}`)).toBeVisible()
  await confirmEmail(page)
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/^2 days 23 h/)
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Extend Reservation' })).toBeVisible()
})
