import { holdRequests } from '../support/intercept-requests.ts'
import { expect, findPartsFromEnd, signUpCustomer, test } from '../support/shop.ts'

test('a late response does not close the form of another bike', async ({ page }) => {
  const { headers } = await signUpCustomer(page)
  const entries = [{ interface: 'freehub.xdr', role: 'offers', size: 'xdr' }]
  for (const name of ['Road', 'Gravel']) {
    const added = await page.request.post('/api/bike-profiles', {
      headers,
      data: { name, entries },
    })
    expect(added.ok(), await added.text()).toBe(true)
  }
  await page.goto('/dashboard/bikes')
  await page.getByRole('button', { name: 'Edit: Road' }).click()
  const name = page.getByLabel('Name of the bike')
  await name.fill('Road bike')
  const release = await holdRequests(page, /\/api\/bike-profiles\/[^/]+$/)
  await name.press('Enter')
  await page.getByRole('button', { name: 'Edit: Gravel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await name.fill('Gravel bike')
  release()
  await expect(page.getByRole('cell', { name: 'Road bike', exact: true })).toBeVisible()
  await expect(name).toHaveValue('Gravel bike')
  await expect(name).toBeFocused()
  await name.press('Enter')
  await expect(page.getByRole('cell', { name: 'Gravel bike', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a late response does not close the form of another own number', async ({ page }) => {
  const { headers } = await signUpCustomer(page)
  const [part] = await findPartsFromEnd(page, 40, 1)
  for (const code of ['A-1', 'B-2']) {
    const data = { code, productId: part?._id }
    await page.request.put('/api/own-numbers', { headers, data })
  }
  await page.goto('/dashboard/ownNumbers')
  await page.getByRole('button', { name: 'Edit: A-1' }).click()
  const number = page.getByLabel('Your number', { exact: true })
  await number.fill('A-11')
  const release = await holdRequests(page, '/api/own-numbers')
  await number.press('Enter')
  await page.getByRole('button', { name: 'Edit: B-2' }).click()
  await number.fill('B-22')
  release()
  await expect(page.getByRole('cell', { name: 'A-11', exact: true })).toBeVisible()
  await expect(number).toHaveValue('B-22')
  await expect(number).toBeFocused()
  await number.press('Enter')
  await expect(page.getByRole('cell', { name: 'B-22', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
