import { loseResponse } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  findPartFromEnd,
  findPartsFromEnd,
  openOtherBrowser,
  payOrder,
  placeOrder,
  placeOrderOfLines,
  signInAsStaff,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test.use({ expectedErrors: [/ERR_FAILED|status of 404|^CallError/] })

test('a customer cancels a line and extends a reservation although the responses are lost', async ({
  page,
}) => {
  const parts = await findPartsFromEnd(page, 30, 2)
  const { orderId, orderNumber } = await placeOrderOfLines(page, await signUpCustomer(page), parts)
  const path = `/api/orders/${orderId}`
  await page.goto(`/dashboard/order/${orderId}`)
  await loseResponse(page, 'DELETE', `${path}/lines`)
  await page.getByRole('button', { name: 'Cancel Line' }).first().click()
  await page.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expectToast(page, `Line 1 of order ${orderNumber} cancelled`)

  await loseResponse(page, 'POST', `${path}/extension`)
  await page.getByRole('button', { name: 'Extend Reservation' }).click()
  await page.getByRole('button', { name: 'Yes, Extend' }).click()
  await expect(page.getByText(/^The reservation may have been extended\. The shop/)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^4 days/)
})

test('staff save tracking data and notes although the responses are lost', async ({
  page,
  browser,
}) => {
  const customer = await signUpCustomer(page)
  const order = await placeOrder(page, customer, await findPartFromEnd(page, 20))
  await payOrder(page, customer, order)
  const staff = await openOtherBrowser(browser)
  const headers = await signInAsStaff(staff)
  await staff.request.patch(`/shipped/${order}`, { headers, data: {} })
  await staff.goto(`/dashboard/order/${order}`)
  await loseResponse(staff, 'PUT', `/api/orders/${order}/tracking`)
  await staff.getByRole('button', { name: 'Add Tracking' }).click()
  await staff.getByLabel('Carrier').fill('DHL')
  await staff.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(staff, 'Tracking saved')

  for (const method of ['PUT', 'DELETE']) {
    let isLost = false
    await staff.route('**/api/notes/*', async (route) => {
      if (isLost || route.request().method() !== method) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    })
  }
  await staff.getByLabel('Add a note').fill('Call first')
  await staff.getByRole('button', { name: 'Save Note' }).click()
  await expectToast(staff, 'Note added')
  await staff.getByRole('button', { name: 'Delete' }).click()
  await staff.getByRole('button', { name: 'Yes, Delete' }).click()
  await expectToast(staff, 'Note deleted')

  // Other staff delete a note while its author edits it.
  await staff.getByLabel('Add a note').fill('Call again')
  await staff.getByRole('button', { name: 'Save Note' }).click()
  await staff.getByRole('button', { name: 'Edit', exact: true }).click()
  const change = staff.getByLabel('Change the note')
  await change.fill('Do not call')
  const [note] = await (await staff.request.get(`/api/notes?order=${order}`, { headers })).json()
  await staff.request.delete(`/api/notes/${note.id}`, { headers })
  await staff.getByRole('button', { name: 'Save Note' }).first().click()
  await expect(staff.getByText(/^The note was not saved\. This note does not exist/)).toBeVisible()
  await expect(change).toHaveValue('Do not call')
  await staff.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(staff.getByRole('heading', { name: 'Staff notes' })).toBeFocused()
  await staff.context().close()
})

test('a customer corrects an order again after a lost response and after a change elsewhere', async ({
  page,
}) => {
  const part = await findPartFromEnd(page, 20)
  const customer = await signUpCustomer(page)
  const { email, headers } = customer
  const order = await placeOrder(page, customer, part)
  const path = `/api/orders/${order}`
  const edit = page.getByRole('button', { name: 'Edit Details' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const reference = page.getByLabel('Your reference')
  const details = page.getByRole('main').locator('dl')

  await page.goto(`/dashboard/order/${order}`)
  await edit.click()
  await reference.fill('PO 1')
  await loseResponse(page, 'PATCH', path)
  await save.click()
  await expect(page.getByText(/^The shop cannot be reached/)).toBeVisible()
  await reference.fill('')
  await save.click()
  await expectToast(page, 'Order changed')
  await expect(details.getByText('PO 1')).toHaveCount(0)

  await edit.click()
  await reference.fill('PO 2')
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await page.request.patch(path, { headers, data: { address: 'New Street 1, Bremen' } })
  await page.getByRole('link', { name: part.name }).click()
  await expect(details.getByText('New Street 1, Bremen')).toBeVisible()
  await edit.click()
  await expect(page.getByLabel('Address')).toHaveValue('New Street 1, Bremen')

  await page.request.delete(`/booking/${order}?client=${email}`, { headers })
  await reference.fill('PO 3')
  await save.click()
  await expect(page.getByText('The order was cancelled.', { exact: true })).toBeVisible()
})
