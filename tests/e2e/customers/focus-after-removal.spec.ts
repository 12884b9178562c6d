import type { Locator } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { findPartsFromEnd, signUpCustomer } from '../support/users-and-orders.ts'

async function press(button: Locator) {
  await button.focus()
  await button.press('Enter')
}

test('the button that renames a list has the focus again after each end of the form', async ({
  page,
}) => {
  const { headers } = await signUpCustomer(page)
  const [part] = await findPartsFromEnd(page, 40, 1)
  const lines = [{ productId: part?._id, quantity: part?.minimumOrder }]
  const added = await page.request.post('/api/lists', { headers, data: { name: 'Spring', lines } })
  await page.goto(`/dashboard/savedList/${(await added.json())._id}`)
  const rename = page.getByRole('button', { name: 'Rename' })
  const name = page.getByLabel('Name of the list')
  await press(rename)
  await name.press('Escape')
  await expect(rename).toBeFocused()
  await press(rename)
  await press(page.getByRole('button', { name: 'Cancel' }))
  await expect(rename).toBeFocused()
  await press(rename)
  await name.fill('Autumn')
  await name.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible()
  await expect(rename).toBeFocused()
})

test('the focus moves to the next button when a form, a line or a proposed part of a job disappears', async ({
  page,
}) => {
  const { headers } = await signUpCustomer(page)
  await page.goto('/dashboard/jobs')
  await expect(page.getByText('You have no jobs')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Job from the Cart' })).toHaveCount(0)
  const [part] = await findPartsFromEnd(page, 40, 1)
  const changes = [{ productId: part?._id, add: part?.minimumOrder }]
  await page.request.patch('/api/cart', { headers, data: { changes } })
  await page.reload()
  const newJob = page.getByRole('button', { name: 'New Job from the Cart' })
  await press(newJob)
  await press(page.getByRole('button', { name: 'Cancel' }))
  await expect(newJob).toBeFocused()

  const { builds } = await (await page.request.get('/api/wheel-parts')).json()
  const lines = [builds[0].hub, builds[0].rim].map((productId) => ({ productId, quantity: 1 }))
  const data = { name: 'Wheel', kind: 'wheel', times: 1, lines }
  const added = await page.request.post('/api/jobs', { headers, data })
  await page.goto(`/dashboard/job/${(await added.json())._id}`)
  const add = page.getByRole('button', { name: /^Add: / })
  const remove = page.getByRole('button', { name: /^Remove: / })
  await expect(add.first()).toBeVisible()
  const needs = page.locator('.missing > li')
  const needCount = await needs.count()
  await press(needs.first().getByRole('button').first())
  await expect(needs).toHaveCount(needCount - 1)
  await expect(add.first()).toBeFocused()
  await expect(remove).toHaveCount(3)
  await press(remove.first())
  await expect(remove).toHaveCount(2)
  await expect(remove.first()).toBeFocused()
  await press(remove.last())
  await expect(remove).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('Show All focuses the first problem of a cart that it adds to the summary', async ({
  page,
}) => {
  const { headers } = await signUpCustomer(page)
  const parts = await findPartsFromEnd(page, 40, 7)
  const changes = parts.map(({ _id }) => ({ productId: _id, add: 999_999_999 }))
  await page.request.patch('/api/cart', { headers, data: { changes } })
  await page.goto('/cart')
  await press(page.getByRole('button', { name: 'Show All 7 Lines' }))
  const summary = page.getByRole('region', { name: '7 lines need your attention' })
  await expect(summary.getByRole('link').nth(5)).toBeFocused()
})

test('the focus leaves the message about copied lines when its buttons disappear', async ({
  page,
}) => {
  const { headers } = await signUpCustomer(page)
  const parts = await findPartsFromEnd(page, 40, 7)
  const lines = parts.map(({ _id }) => ({ productId: _id, quantity: 999_999_999 }))
  const added = await page.request.post('/api/lists', { headers, data: { name: 'Spring', lines } })
  await page.goto(`/dashboard/savedList/${(await added.json())._id}`)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  const message = page.getByRole('status', { name: 'Copied lines' })
  await press(message.getByRole('button', { name: 'Show All 7 Notes' }))
  const ok = message.getByRole('button', { name: 'OK' })
  await expect(ok).toBeFocused()
  await ok.press('Enter')
  await expect(message).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
