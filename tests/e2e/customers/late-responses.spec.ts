import type { Request } from '@playwright/test'
import { holdRequests, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { findPartsFromEnd, signUpCustomer } from '../support/users-and-orders.ts'

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

test('a late response does not show an earlier version of a job or drop a typed number', async ({
  page,
}) => {
  const { headers } = await signUpCustomer(page)
  const [part] = await findPartsFromEnd(page, 40, 1)
  const lines = [{ productId: part?._id, quantity: 1 }]
  const data = { name: 'Rental bikes', kind: 'free', times: 40, lines }
  const added = await page.request.post('/api/jobs', { headers, data })
  const path = `/api/jobs/${(await added.json())._id}`
  const isRead = (request: Request) =>
    request.method() === 'GET' && new URL(request.url()).pathname === path
  const savedUnits: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') savedUnits.push(request.postDataJSON().times)
  })
  const build = page.getByLabel('Build', { exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  const needed = page
    .getByRole('table', { name: 'Parts of the job' })
    .getByRole('row')
    .last()
    .getByRole('cell')
    .nth(2)
  await page.goto('/dashboard/jobs')
  const job = page.getByRole('link', { name: 'Rental bikes' })
  await job.click()
  await expect(build).toHaveValue('40')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Jobs' }).click()

  await test.step('a read that was sent before a change', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: wasRead, resolve: reportRead } = Promise.withResolvers<void>()
    await page.route(
      matchPath(path),
      async (route) => {
        const response = await route.fetch()
        reportRead()
        await released
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const ended = Promise.race([
      page.waitForEvent('requestfinished', isRead),
      page.waitForEvent('requestfailed', isRead),
    ])
    await job.click()
    await wasRead
    await more.click()
    await expect(needed).toHaveText('41')
    release()
    await ended
    await more.click()
    await expect(needed).toHaveText('42')
  })

  await test.step('a number that is typed while another one is being saved', async () => {
    const release = await holdRequests(page, path)
    await more.click()
    await build.fill('42')
    await build.press('Enter')
    release()
    await expect.poll(() => savedUnits).toEqual([41, 42, 43, 42])
    await expect(needed).toHaveText('42')
    await expect(build).toHaveValue('42')
  })
})
