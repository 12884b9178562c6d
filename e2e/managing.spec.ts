import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { confirmEmail } from './confirm-email.ts'
import { hold } from './hold.ts'
import { origin } from './origin.ts'
import { admin, arrive, enterAsStaff, expect, logIn, newcomer, test } from './shop.ts'

test('the staff find a customer among the users and make him an admin', async ({
  page,
  browser,
}) => {
  const customer = await arrive(page, newcomer(), { emailConfirmed: false })
  const staff = await (await browser.newContext()).newPage()
  await openAsStaff(staff, '/dashboard/makeAdmin')
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Make Admin')
  await expect(staff.getByText(/^[\d,]+ users$/)).toBeVisible()
  await expect(staff.getByRole('columnheader').first()).toHaveText('Email')
  const users = staff.getByRole('table', { name: 'Users' })
  const row = users.getByRole('row').filter({ hasText: customer.email })
  await expect(row).toContainText('Not confirmed')
  await expect(row).toContainText('Can become an admin once the email is confirmed.')
  await expect(row.getByRole('button', { name: 'Make Admin' })).toHaveCount(0)
  await expectAccessible(staff)
  await confirmEmail(page)
  await staff.reload()
  await expect(row).not.toContainText('Not confirmed')
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(staff.getByText('Successfully made an admin')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Make Admin' })).toHaveCount(0)

  await staff.getByRole('searchbox').fill(admin.email)
  await expect(users.getByRole('row')).toHaveCount(2)
  await expect(users.getByRole('button')).toHaveText(['Remove Admin'])
  await staff.context().close()

  await page.goto('/dashboard/manageOrders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage All Orders')
})

test('an admin is made a customer again after a question, and the shop says who did what to whom', async ({
  page,
  request,
}) => {
  const { email } = await anotherAdmin(page, request)
  await page.context().clearCookies()
  await openAsStaff(page, `/dashboard/makeAdmin?search=${email}`)
  const users = page.getByRole('table', { name: 'Users' })
  await users.getByRole('button', { name: 'Remove Admin' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove this admin?' })
  await expect(question).toContainText(email)
  await question.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(page.getByText('Successfully removed an admin')).toBeVisible()
  await expect(users.getByRole('button', { name: 'Make Admin' })).toBeVisible()

  const changes = page.getByRole('table', { name: 'Changes of roles' })
  const his = changes.getByRole('row').filter({ hasText: email })
  await expect(his).toHaveCount(2)
  await expect(his.first()).toContainText('Customer')
  await expect(his.last()).toContainText('Admin')
  await expect(his.last()).toContainText(admin.email)
})

test('an admin who removes himself is a customer at once, and signed in as before', async ({
  page,
  request,
}) => {
  const { email } = await anotherAdmin(page, request)
  await page.goto(`/dashboard/makeAdmin?search=${email}`)
  await page.getByRole('button', { name: 'Remove Admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Admin' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make Admin' })).toHaveCount(0)
})

test('an admin is asked for two-step sign-in by a date, and told when staff rights are paused', async ({
  page,
}) => {
  await enterAsStaff(page)
  let duties: object = { secondFactorDue: '2026-12-06T12:00:00.000Z' }
  await page.route('**/api/account', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...duties } })
  })
  await page.goto('/dashboard/manageOrders')
  const banner = page.getByRole('region', { name: 'Staff rights' })
  await expect(banner).toContainText(
    'Turn on two-step sign-in by 6 December to keep your staff rights.',
  )
  await expectAccessible(page)
  await banner.getByRole('link', { name: 'Sign-in & Security' }).click()
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible()
  duties = { ...duties, staffRightsPaused: 'second_factor_off' }
  await page.reload()
  await expect(banner).toContainText(
    'Your staff rights are paused until you turn on two-step sign-in.',
  )
  duties = { secondFactorDue: null, staffRightsPaused: null }
  await page.reload()
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test.describe('while somebody is shut out', () => {
  test.use({ expectedErrors: [/status of 40[13]/] })

  test('who is banned, for a reason, is out at once, and may come back when let in again', async ({
    page,
    browser,
  }) => {
    const customer = await arrive(page)
    await page.goto('/dashboard')
    const staff = await (await browser.newContext()).newPage()
    await openAsStaff(staff, `/dashboard/makeAdmin?search=${customer.email}`)
    const row = staff.getByRole('table', { name: 'Users' }).getByRole('row').last()
    await row.getByRole('button', { name: 'Ban' }).click()
    const question = staff.getByRole('alertdialog', { name: 'Ban this user?' })
    await question.getByRole('button', { name: 'Ban' }).click()
    await expect(question.getByText('Reason required')).toBeVisible()
    await question.getByLabel('Reason').fill('Pays with stolen cards')
    await question.getByRole('button', { name: 'Ban' }).click()
    await expect(row).toContainText('Banned')
    await expect(row).toContainText('Pays with stolen cards')

    await page.getByRole('link', { name: 'My Orders' }).click()
    await expect(page).toHaveURL('/login')
    await logIn(page, customer)
    await expect(page.getByText('This account is closed.')).toBeVisible()
    await row.getByRole('button', { name: 'Let In Again' }).click()
    await expect(row).toContainText('Customer')
    await logIn(page, customer)
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await staff.context().close()
  })
})

test('a product is added with all six fields, found among the others, and deleted after a question', async ({
  page,
}) => {
  const name = `Trial spoke ${randomUUID()}`
  await openAsStaff(page, '/dashboard/addProduct')
  const add = page.getByRole('button', { name: 'Add Product' })
  const fields = [
    ['Product Name', name],
    ['Per Unit Price', '0.31'],
    ['Minimum Order Quantity', '100'],
    ['Available Quantity', '2400'],
    ['Description', 'Plain gauge, for trials.'],
    ['Image URL', '/drawings/FH-10110-7.svg'],
  ] as const
  for (const [label, value] of fields) {
    await add.click()
    const field = page.getByLabel(label)
    await expect(field).toBeFocused()
    const missing = await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)
    expect(missing, label).toBe(true)
    await field.fill(value)
  }
  await add.click()
  await expect(page.getByText('Product Added successfully')).toBeVisible()

  await page.goto('/dashboard/manageProducts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Products')
  const row = page.getByRole('row').filter({ hasText: name })
  await findInList(page, row)
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^2,400/)
  await expect(row.getByRole('cell').nth(2)).toHaveText('$0.31')
  await expect(row.locator('img')).toHaveAttribute('src', /^\/drawings\/FH-10110-7/)

  const dialog = page.getByRole('alertdialog', { name: 'Are you sure to Delete.?' })
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText("Once you delete the product, it can't be undone.")
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toHaveCount(0)
  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted Successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('what is typed while a product is on its way stays for the next one', async ({ page }) => {
  await openAsStaff(page, '/dashboard/addProduct')
  await page.getByLabel('Product Name').fill(`Trial nipple ${randomUUID()}`)
  await page.getByLabel('Per Unit Price').fill('0.12')
  await page.getByLabel('Minimum Order Quantity').fill('100')
  await page.getByLabel('Available Quantity').fill('100')
  await page.getByLabel('Description').fill('Brass, for trials.')
  await page.getByLabel('Image URL').fill('/drawings/FH-10110-7.svg')
  const added = page.waitForResponse((answer) => answer.request().method() === 'POST')
  const answer = await hold(page, '/parts')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByLabel('Product Name').fill('The next one')
  answer()
  await expect(page.getByText('Product Added successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeEnabled()
  await expect(page.getByLabel('Product Name')).toHaveValue('The next one')

  // The catalogue is left to the other journeys as it was.
  const { insertedId } = await (await added).json()
  const authorization = (await (await added).request().allHeaders()).authorization ?? ''
  await page.request.delete(`/part/${insertedId}`, { headers: { authorization } })
})

/** Somebody who is signed in in this browser, and whom the sandbox's admin has made another. */
async function anotherAdmin(page: Page, request: APIRequestContext) {
  const customer = await arrive(page)
  await request.post('/api/auth/sign-in/email', { data: admin, headers: { origin } })
  const data = { email: admin.email }
  const exchanged = await request.put(`/user/${admin.email}`, { data, headers: { origin } })
  const headers = { authorization: `Bearer ${(await exchanged.json()).token}` }
  await confirmEmail(page)
  const made = await request.put(`/user/admin/${customer.email}`, { headers })
  expect((await made.json()).modifiedCount).toBe(1)
  return customer
}

async function openAsStaff(page: Page, path: string) {
  await enterAsStaff(page)
  await page.goto(path)
}

/** What was added last stands last: asks for more until it is there. */
async function findInList(page: Page, row: ReturnType<Page['getByRole']>) {
  const more = page.getByRole('button', { name: 'More products' })
  await expect(async () => {
    // The lists may be a second behind: then all of one is here, and the row is not.
    await expect(row.or(more).first())
      .toBeVisible()
      .catch(() => page.reload())
    if ((await row.count()) === 0) await more.click({ timeout: 5000 })
    await expect(row).toHaveCount(1, { timeout: 1000 })
  }).toPass()
}
