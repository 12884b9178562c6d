import { confirmEmail } from '../support/confirm-email.ts'
import { arrive, book, expect, newcomer, partFromTheEnd, test } from '../support/shop.ts'

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
