import { expect, test } from '../support/test.ts'
import {
  confirmEmail,
  fillCart,
  findPartFromEnd,
  generateNewUser,
  placeOrder,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test('asks an unconfirmed customer to confirm the email, which extends the reservation', async ({
  page,
}) => {
  const customer = await signUpCustomer(page, generateNewUser(), { emailConfirmed: false })
  const part = await findPartFromEnd(page, 3)
  await fillCart(page, customer, [part])
  const hint = page.getByText('Confirm your email, and we hold the pieces for 72 hours.')
  for (const path of ['/checkout', `/purchase/${part._id}`]) {
    await page.goto(path)
    await expect(hint).toBeVisible()
  }
  const order = await placeOrder(page, customer, part)
  const note = page.getByRole('region', { name: 'Confirm your email' })
  // Any time of the first ten minutes: a busy machine needs more than one.
  const reminderText = /^Confirm your email within (60|5\d) minutes to keep this/
  await page.goto('/dashboard/myOrders')
  await expect(note).toContainText(reminderText)
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${order}`)
  await expect(note).toContainText(reminderText)
  await page.goBack()
  await page.getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/dashboard/order/${order}`)
  await expect(note).toContainText(reminderText)
  await expect(page.getByRole('timer')).toHaveText(/^5\d min/)
  await expect(page.getByRole('button', { name: 'Extend Reservation' })).toHaveCount(0)
  await note.getByRole('button', { name: 'Send Confirmation Email Again' }).click()
  await expect(note.getByText(`sent an email to ${customer.email}`)).toBeVisible()
  await confirmEmail(page)
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/^2 days 23 h/)
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Extend Reservation' })).toBeVisible()
  await page.goto('/checkout')
  await expect(page.getByText('We hold the pieces for up to 72 hours.')).toBeVisible()
})
