import { confirmEmail } from './confirm-email.ts'
import {
  arrive,
  book,
  expect,
  newcomer,
  type Part,
  partFromTheEnd,
  pay,
  staffHeaders,
  test,
} from './shop.ts'

const ORDERS = 20
const REVIEWS = 3

test('a confirmed dealer who places 20 orders in an hour, pays and writes 3 reviews in a week meets no limit', async ({
  page,
}) => {
  const dealer = await arrive(page, { ...newcomer(), name: 'Velo Nord' })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  const parts: Part[] = await (await page.request.get('/parts?size=100')).json()
  let order = ''
  const plenty = parts.filter((part) => part.availableQuantity > 20 * part.minimumOrder)

  await test.step('places 20 orders without having paid for any', async () => {
    const [last, ...others] = plenty.slice(-ORDERS)
    for (const part of others) await book(page, dealer, part)
    await page.goto(`/purchase/${last?._id}`)
    await expect(page.getByLabel('Email')).toHaveValue(dealer.email)
    await page.getByLabel('Phone').fill('+49 40 5550 120')
    await page.getByLabel('Address').fill('Werftstrasse 8, 20457 Hamburg')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).toHaveURL('/dashboard/myOrders')
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(ORDERS)
    await expectNoLimit()
  })

  await test.step('pays for one, without a note about the email on the way', async () => {
    await page.getByRole('link', { name: 'Pay Now' }).first().click()
    await expect(page.getByRole('timer')).toHaveText(/^2 days 23 h/)
    await expectNoLimit()
    order = new URL(page.url()).pathname.split('/').at(-1) as string
    await pay(page, dealer, order)
  })

  await test.step('gets the order, which staff ship', async () => {
    const headers = await staffHeaders()
    const shipped = await page.request.patch(`/shipped/${order}`, { headers })
    expect(await shipped.json()).toEqual({ modifiedCount: 1 })
  })

  await test.step('writes 3 reviews', async () => {
    await page.getByRole('link', { name: 'Add A Review' }).click()
    const comment = page.getByLabel('Comment')
    for (let n = 0; n < REVIEWS; n++) {
      await comment.fill(`Order ${n + 1} of this week came in two days.`)
      const added = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await page.getByRole('button', { name: 'Submit' }).click()
      expect((await added).ok()).toBe(true)
      await expect(comment).toHaveValue('')
      await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
    }
    await expectNoLimit()
  })

  expect(refused).toEqual([])

  async function expectNoLimit() {
    const main = page.getByRole('main')
    await expect(main.getByText(/confirm your email|trust your account|too many/i)).toHaveCount(0)
  }
})

test('a customer who has just signed up is asked to confirm the email, and keeps the order by it', async ({
  page,
}) => {
  const customer = await arrive(page, newcomer(), { emailConfirmed: false })
  const part = await partFromTheEnd(page, 3)
  const order = await book(page, customer, part)
  const note = page.getByRole('region', { name: 'Confirm your email' })
  const asks = /^Confirm your email within (60|59) minutes to keep this/
  await page.goto('/dashboard/myOrders')
  await expect(note).toContainText(asks)
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${order}`)
  await expect(note).toContainText(asks)
  await page.goBack()
  await page.getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/dashboard/order/${order}`)
  await expect(note).toContainText(asks)
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
