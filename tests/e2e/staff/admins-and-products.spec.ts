import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expectAccessible,
  expectFitsLargeFont,
  expectNoSidewaysScroll,
  tabTo,
} from '../support/accessibility.ts'
import { holdRequests, loseResponse } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  admin,
  confirmEmail,
  generateNewUser,
  getStaffHeaders,
  openOtherBrowser,
  signInAsStaff,
  signInOnPage,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test.describe('staff', () => {
  test.use({ expectedErrors: [/status of 40[13]/] })

  test('can promote, demote, ban and unban a customer, and see all changes', async ({
    page,
    browser,
  }) => {
    const customer = await signUpCustomer(page, generateNewUser(), { emailConfirmed: false })
    const staff = await openOtherBrowser(browser)
    await requireSecondFactor(staff)
    await openAsStaff(staff, `/dashboard/makeAdmin?search=${customer.email}`)
    const row = staff.getByRole('table', { name: 'Users' }).locator('tr').last()
    const question = staff.getByRole('alertdialog')
    const press = (name: string) => row.getByRole('button', { name }).click()
    const confirmDialog = (name: string) => question.getByRole('button', { name }).click()

    await test.step('a banner shows the deadline; a customer without a confirmed email cannot become an admin', async () => {
      await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Make Admin')
      await expect(staff.getByRole('region', { name: 'Staff rights' })).toContainText(
        'Turn on two-step sign-in by 6 December to keep your staff rights.',
      )
      await expect(staff.getByText('1 user', { exact: true })).toBeVisible()
      await expect(staff.getByRole('columnheader').first()).toHaveText('Email')
      await expect(row).toContainText(customer.email)
      await expect(row).toContainText('Not confirmed')
      await expect(
        staff.getByText('Customers cannot become admins before they confirm their email.'),
      ).toBeVisible()
      await expect(row.getByRole('button', { name: 'Make Admin' })).toHaveCount(0)
      await expectAccessible(staff)
    })

    await test.step('staff promote a customer, and demote them after a confirmation', async () => {
      await confirmEmail(page)
      await staff.getByRole('searchbox', { name: 'Search users' }).fill(admin.email)
      await expect(row).toContainText(admin.email)
      await expect(row.getByText('You', { exact: true })).toBeVisible()
      await staff.route(/\/allUsers\?.*show=activeAdmins/, async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'x-total-count': '1' },
        })
      })
      await staff.reload()
      await expect(row.getByText('Only active admin')).toBeVisible()
      await expect(row.getByRole('button')).toHaveCount(0)
      await staff.unroute(/\/allUsers\?.*show=activeAdmins/)
      await staff.getByRole('searchbox', { name: 'Search users' }).fill(customer.email)
      await expect(row).toContainText(customer.email)
      await expect(row).not.toContainText('Not confirmed')
      await press('Make Admin')
      await expect(question).toHaveAccessibleName('Make this user an admin?')
      await expect(question).toContainText(
        `(${customer.email}) can then see and change all orders, products and users.`,
      )
      await expect(row.getByText('Customer', { exact: true })).toBeVisible()
      await loseResponse(staff, 'PUT', `/user/admin/${encodeURIComponent(customer.email)}`)
      await confirmDialog('Make Admin')
      await expectToast(staff, 'Successfully made an admin')
      await expect(row.getByRole('button', { name: 'Make Admin' })).toHaveCount(0)
      await expect(row.getByText('Only active admin')).toHaveCount(0)
      await press('Remove Admin')
      await expect(question).toHaveAccessibleName('Remove this admin?')
      await expect(question).toContainText(customer.email)
      await confirmDialog('Remove Admin')
      await expectToast(staff, 'Admin access removed')
      await press('Make Admin')
      await confirmDialog('Make Admin')
      await expect(row.getByRole('button', { name: 'Remove Admin' })).toBeVisible()
    })

    await test.step('the new admin removes their own role and stays signed in as a customer', async () => {
      await page.goto(`/dashboard/makeAdmin?search=${customer.email}`)
      await page.getByRole('button', { name: 'Remove Admin' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Admin' }).click()
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Make Admin' })).toHaveCount(0)
    })

    await test.step('staff see all changes and who made them', async () => {
      await staff.reload()
      await expect(row.getByRole('button', { name: 'Make Admin' })).toBeVisible()
      const changes = staff.getByRole('table', { name: 'Role changes' })
      const rows = changes.locator('tr', { hasText: customer.email })
      await expect(rows).toHaveCount(4)
      await expect(rows.first()).toContainText('Customer')
      await expect(rows.last()).toContainText('Admin')
      await expect(rows.last()).toContainText(admin.email)
      const filter = staff.getByRole('region', { name: 'Role changes' }).getByLabel('Date')
      const filtered = staff.waitForResponse(/\/api\/role-changes\?from=/)
      await filter.selectOption('Last 7 days')
      expect((await filtered).ok()).toBe(true)
      await expect(rows).toHaveCount(4)
    })

    await test.step('a ban needs a reason and signs the user out immediately', async () => {
      await press('Ban')
      await expect(question).toHaveAccessibleName('Ban this user?')
      await confirmDialog('Ban')
      await expect(question.getByText('Reason required')).toBeVisible()
      await question.getByLabel('Reason').fill('Pays with stolen cards')
      await confirmDialog('Ban')
      await expect(row).toContainText('Banned')
      await expect(row).toContainText('Pays with stolen cards')
      await page.getByRole('link', { name: 'My Orders' }).click()
      await expect(page).toHaveURL('/login')
      await signInOnPage(page, customer)
      await expect(page.getByText('This account is closed.')).toBeVisible()
    })

    await test.step('an unbanned user can sign in', async () => {
      const tabs = staff.getByRole('navigation', { name: 'Users by state' })
      await tabs.getByRole('link', { name: /^Banned/ }).click()
      await expect(staff).toHaveURL(/show=banned/)
      await expect(row).toContainText(customer.email)
      await press('Unban')
      await expect(staff.getByText(`No banned users match “${customer.email}”.`)).toBeVisible()
      await expect(staff.getByRole('heading', { level: 1 })).toBeFocused()
      await tabs.getByRole('link', { name: /^All/ }).click()
      await expect(row).not.toContainText('Banned')
      await expect(row.locator('time')).toHaveText(/^\d{1,2} \w{3,4} \d{4}$/)
      await signInOnPage(page, customer)
      await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    })

    await test.step('the banner links to the account', async () => {
      const banner = staff.getByRole('region', { name: 'Staff rights' })
      // Toasts cover the link, so a click would wait for them to close.
      await banner.getByRole('link', { name: 'Sign-in & Security' }).press('Enter')
      await expect(staff.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible()
    })
    await staff.unrouteAll({ behavior: 'wait' })
    await staff.context().close()
  })
})

test.describe('staff whose product is refused', () => {
  test.use({ expectedErrors: [/status of 4(00|22)|ERR_FAILED|^CallError/] })

  test('add a product by keyboard, find it in the list and delete it', async ({ page }) => {
    const name = `Trial spoke ${randomUUID()}`
    const sku = `TS-${randomUUID()}`
    await openAsStaff(page, '/dashboard/addProduct')
    const add = page.getByRole('button', { name: 'Add Product' })
    const fields = [
      ['Product Name', name],
      ['Per Unit Price', '0,31'],
      ['Minimum Order Quantity', '100'],
      ['Available Quantity', '2400'],
      ['Description', 'Plain gauge, for trials.'],
      ['Image URL', '/drawings/FH-10110-7.svg'],
    ] as const
    await expect(page.getByLabel('Product Name')).toBeFocused()
    await tabTo(page, add)
    await page.keyboard.press('Enter')
    for (const [label, value] of fields) {
      const field = page.getByLabel(label)
      await expect(field).toBeFocused()
      const isMissing = await field.evaluate(
        (input: HTMLInputElement) => input.validity.valueMissing,
      )
      expect(isMissing, label).toBe(true)
      // A pause while typing would request the picture of an incomplete URL.
      await page.keyboard.insertText(value)
      if (label === 'Description') await tabTo(page, add)
      if (label !== 'Image URL') await page.keyboard.press('Enter')
    }

    await test.step('the family suggests dimensions, the drawing follows them, a refusal opens its field', async () => {
      await page.getByLabel('Family').selectOption('Spokes and nipples')
      const length = page.getByLabel('Spoke length, mm', { exact: true })
      await expect(length).toHaveValue('')
      await expect(page.getByLabel('HS code')).toHaveValue(/^\d{6}$/)
      await length.fill('26,3')
      expect(await length.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false)
      await length.fill('263')
      const drawing = page.getByRole('img', { name: 'Drawing from these dimensions' })
      await expect(drawing).toHaveAttribute('src', /263/)
      await expectAccessible(page)
      await expectFitsLargeFont(page)
      await page.locator('summary', { hasText: 'Needs and offers' }).click()
      await page.getByRole('button', { name: /^Add \d Missing Fits?$/ }).press('Enter')
      await expect(page.getByLabel('Size', { exact: true }).first()).toBeFocused()
      await expect(page.locator('.bike-entry').last()).toHaveCSS('border-bottom-width', '0px')
      const removeFit = page.locator('.bike-entry').getByRole('button', { name: /^Remove: / })
      while (await removeFit.count()) await removeFit.first().press('Enter')
      const addDimension = page.getByRole('button', { name: 'Add a Dimension' })
      await addDimension.click()
      await addDimension.click()
      const newName = page.getByLabel(/^Name of dimension/).last()
      await page
        .getByLabel(/^Value of dimension/)
        .last()
        .fill('300')
      await add.click()
      await expect(newName).toBeFocused()
      await expect(page.locator('.dimension-row [role=alert]')).toHaveText('Enter a name.')
      await newName.fill('spoke_length_mm')
      await add.click()
      await expect(newName).toBeFocused()
      await expect(page.getByText('This dimension is already listed.')).toBeVisible()
      await newName.fill('')
      await page
        .getByLabel(/^Value of dimension/)
        .last()
        .fill('')
      // Blank rows do not prevent the save, which the part number then does.
      await page.getByLabel('Part number').fill('FH-10110-7')
      await add.click()
      await expect(page.getByLabel('Part number')).toBeFocused()
      await expect(page.getByText(/^“.*” has this part number. Edit it,/)).toBeVisible()
      await page.getByRole('link', { name: 'Show the product with this number' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'FH-10110-7' })).toHaveCount(1)
      await page.goBack()
      await expect(page.getByLabel('Product Name')).toHaveValue(name)
    })

    await test.step('another tab can discard the restored product', async () => {
      const message = 'Your unsaved product is back.'
      await expect(page.getByText(message)).toBeVisible()
      const opened = page.waitForEvent('popup')
      await page.evaluate(() => void window.open(location.href))
      const tab = await opened
      await expect(tab.getByLabel('Product Name')).toHaveValue(name)
      await tab.getByRole('button', { name: 'Discard Draft' }).click()
      await tab.getByRole('button', { name: 'Discard', exact: true }).click()
      await expect(tab.getByText(message)).toHaveCount(0)
      await tab.reload()
      await expect(tab.getByLabel('Product Name')).toHaveValue('')
      await expect(tab.getByLabel('HS code')).toHaveValue('')
      await expect(tab.getByText(message)).toHaveCount(0)
      await tab.close()
    })

    await test.step('the drawing is the image until staff choose another', async () => {
      const picture = page.getByLabel('Image URL')
      const preview = page.getByRole('region', { name: 'Preview' }).getByRole('img')
      await picture.fill('')
      await page.getByLabel('Part number').fill('FH-94263-1')
      await expect(picture).toHaveValue('')
      await picture.fill('/drawings/FH-10110-7.svg')
      await page.getByRole('button', { name: 'Remove Image' }).click()
      await expect(picture).toHaveValue('/drawings/FH-94263-1.svg')
      await expect(preview).toHaveAttribute('src', /^data:.*263/)
      await page.getByLabel('Part number').fill('FH-94264-1')
      await expect(picture).toHaveValue('/drawings/FH-94264-1.svg')
      await page.getByLabel('Part number').fill(sku)
      await expect(picture).toHaveValue('')
      await picture.fill('/drawings/FH-10110-7.svg')
    })

    const release = await holdRequests(page, '/parts')
    await add.click()
    await page.getByLabel('Product Name').fill('The next one')
    release()
    await expectToast(page, 'Product Added successfully')
    await expect(add).toBeEnabled()
    await expect(page.getByLabel('Product Name')).toHaveValue('The next one')
    await expect(page.getByText('Your unsaved product is back.')).toHaveCount(0)

    const href = await page.getByRole('link', { name: 'View', exact: true }).getAttribute('href')
    const productId = href?.split('/').at(-1)
    await test.step('a similar product begins with the data of the added one', async () => {
      await page.getByRole('link', { name: 'Duplicate' }).click()
      await expect(page.getByLabel('Product Name')).toHaveValue(name)
      await expect(page.getByLabel('Part number')).toHaveValue('')
      await expect(page.getByText('Copied from').getByRole('link', { name })).toHaveAttribute(
        'href',
        `/dashboard/editProduct/${productId}`,
      )
      await expect(page.getByLabel('Product Name')).toBeFocused()
      await expect(page.getByLabel('Spoke length, mm', { exact: true })).toHaveValue('263')
      const nameWarning = page.getByText('Same name as ')
      await expect(nameWarning).toBeVisible()
      await page.getByLabel('Product Name').fill(`${name} B`)
      await expect(nameWarning).toHaveCount(0)
      await test.step('Cancel asks before it discards the copy', async () => {
        const cancel = page.getByRole('button', { name: 'Cancel' })
        const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
        await cancel.click()
        await question.getByRole('button', { name: 'No' }).click()
        await expect(cancel).toBeFocused()
        await expect(page.getByLabel('Product Name')).toHaveValue(`${name} B`)
      })
      await page.getByLabel('Available Quantity').fill('500')
      await add.click()
      await expect(page.getByText(`Added: ${name} B`)).toBeVisible()
    })

    await test.step('after a copy is added, the form of new products opens with its draft', async () => {
      await expect(page).toHaveURL('/dashboard/addProduct')
      await expect(page.getByText('Copied from')).toHaveCount(0)
      await expect(page.getByLabel('Product Name')).toHaveValue('The next one')
      await expect(page.getByLabel('Product Name')).toBeFocused()
    })

    await test.step('after a lost response, an edited product is not added twice without a warning', async () => {
      const lostName = `Trial nipple ${randomUUID()}`
      await page.goto(`/dashboard/addProduct?like=${productId}`)
      await page.getByLabel('Product Name').fill(lostName)
      await page.getByLabel('Available Quantity').fill('500')
      // The page sends the product once more itself.
      for (let count = 0; count < 2; count++) await loseResponse(page, 'POST', '/parts')
      await add.click()
      await expect(page.getByText(/It won’t be added twice\.$/)).toBeVisible()
      await page.getByLabel('Description').fill('Edited.')
      await add.click()
      await expect(
        page.getByText(
          'It was already added without your last changes. If you try again, it will be added twice.',
        ),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
      await page.getByRole('searchbox', { name: 'Search products' }).fill(lostName)
      const row = page.getByRole('row').filter({ hasText: lostName })
      await expect(row).toHaveCount(1)
      await row.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(row).toHaveCount(0)
    })

    await page.goto(`/dashboard/manageProducts?search=FH-10110-7`)
    const chain = page.getByRole('row').filter({ hasText: 'FH-10110-7' })
    await page.setViewportSize({ width: 1440, height: 900 })
    expect((await chain.boundingBox())?.height).toBeLessThan(58)
    await page.setViewportSize({ width: 375, height: 800 })
    await expect(chain.getByText('Duplicate')).toBeHidden()
    expect((await chain.boundingBox())?.height).toBeLessThan(130)
    await chain.getByRole('button', { name: 'Actions' }).click()
    // A part that another test has ordered is archived instead.
    await expect(chain.getByRole('button', { name: /^(Delete|Archive)$/ })).toBeVisible()
    await chain.getByText('Duplicate').click()
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(page.getByText('Or enter an FH part number, to use the drawing')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Products')
    await test.step('staff filter products by family and stock, and sort them', async () => {
      const search = page.getByRole('searchbox', { name: 'Search products' })
      const family = page.getByLabel('Family')
      await expect(family.getByRole('option', { name: 'Hubs' })).toBeAttached()
      await family.evaluate(chooseHubsOnNextNavigation)
      await search.fill('holm')
      await expect(family).toHaveValue('hubs')
      await page.getByLabel('Sort').selectOption('Price: high to low')
      await expect(page).toHaveURL(/\?search=holm&family=hubs&sort=-price$/)
      const names = page.getByRole('row').filter({ hasText: '$' })
      await expect(names.first()).toContainText('hub')
      await expect(names.filter({ hasNotText: 'hub' })).toHaveCount(0)
      await page.getByRole('link', { name: /^Below minimum/ }).click()
      await expect(page).toHaveURL(/\?search=holm&status=out&family=hubs$/)
      await expectNoSidewaysScroll(page)
    })

    await test.step('staff delete several products; the row of a product that failed shows why', async () => {
      const headers = await getStaffHeaders()
      const part = await (await page.request.get(`/parts/${productId}`)).json()
      const { _id, ...copy } = { ...part, name: `${name} C` }
      const added = await page.request.post('/parts', { data: copy, headers })
      expect(added.ok(), await added.text()).toBe(true)
      await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
      const rows = page.getByRole('row')
      await expect(rows).toHaveCount(4)
      const failed = rows.filter({ hasText: sku })
      await page.getByLabel('Select all products of this page').check()
      await page.getByLabel(`Select ${name} B`).uncheck()
      await page.route(`**/part/${_id}`, (route) => route.fulfill({ status: 400 }))
      // A product whose response is lost was deleted all the same.
      await loseResponse(page, 'DELETE', `/part/${(await added.json()).insertedId}`)
      await page.getByRole('button', { name: 'Delete 2 Products' }).click()
      const question = page.getByRole('alertdialog', { name: 'Are you sure to Delete.?' })
      await expect(question).toContainText(`${name} (${sku})`)
      await expect(question).toContainText(`${name} C`)
      await expect(failed).not.toContainText('was not deleted')
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.locator(':focus')).toHaveText('1 of 2 products was not deleted.')
      await expect(rows).toHaveCount(3)
      await expect(failed).toContainText('The product was not deleted.')
      await expect(page.getByText('1 product selected')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Clear Selection' }).click()
      await page.unroute(`**/part/${_id}`)
    })

    await test.step('an ordered product is archived, and restored', async () => {
      const headers = await getStaffHeaders()
      const data = { productId, quantity: 100, phone: '+44 1', address: 'Here' }
      expect((await page.request.post('/booking', { data, headers })).ok()).toBe(true)
      await page.reload()
      const ordered = page.getByRole('row').filter({ hasText: sku })
      await ordered.getByRole('button', { name: 'Archive' }).click()
      const question = page.getByRole('alertdialog', { name: 'Archive this product?' })
      await expect(question).toContainText(`${name} (${sku})`)
      await question.getByRole('button', { name: 'Archive' }).click()
      await expectToast(page, `Archived: ${name}`)
      await expect(ordered).toHaveCount(0)
      await expect(page.getByRole('link', { name: `${name} B` })).toBeFocused()
      await page.getByRole('link', { name: /^Archived/ }).click()
      await expect(ordered).toContainText('2,300 pcs')
      await expectAccessible(page)
      await loseResponse(page, 'POST', `/api/parts/${productId}/restoration`)
      await ordered.getByRole('button', { name: 'Restore' }).click()
      await expectToast(page, `Restored: ${name}`)
      await page.getByRole('link', { name: /^For sale/ }).click()
      await expect(ordered.getByRole('button', { name: 'Archive' })).toBeVisible()
    })

    const row = page.getByRole('row').filter({ hasText: `${name} B` })
    await expect(row.getByRole('cell').nth(2)).toHaveText(/^500/)
    await expect(row.getByRole('cell').nth(3)).toContainText('$0.31')
    await expect(row.locator('img')).toHaveAttribute('src', /^\/drawings\/FH-10110-7/)

    const dialog = page.getByRole('alertdialog', { name: 'Are you sure to Delete.?' })
    await row.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog).toContainText(`${name} BOnce you delete the product, it can't be undone.`)
    await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'No' }).click()
    await expect(dialog).toHaveCount(0)
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Deleted Successfully')
    await expect(row).toHaveCount(0)

    await test.step('its own page archives it too, and leads to the list', async () => {
      await page.goto(`/dashboard/editProduct/${productId}`)
      await page.getByRole('button', { name: 'Archive' }).click()
      const question = page.getByRole('alertdialog', { name: 'Archive this product?' })
      await question.getByRole('button', { name: 'Archive' }).click()
      await expectToast(page, `Archived: ${name}`)
      await expect(page).toHaveURL('/dashboard/manageProducts')
    })
  })
})

/** Mocks an account that must enable two-step sign-in by a date. */
async function requireSecondFactor(page: Page) {
  const secondFactorDuty = { secondFactorDue: '2026-12-06T12:00:00.000Z' }
  await page.route('**/api/account', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...secondFactorDuty } })
  })
}

async function openAsStaff(page: Page, path: string) {
  await signInAsStaff(page)
  await page.goto(path)
}

/** Chooses a family after the URL has changed, before the page has rendered the change. */
function chooseHubsOnNextNavigation(family: HTMLElement) {
  const pushState = history.pushState
  history.pushState = (...state) => {
    history.pushState = pushState
    history.pushState(...state)
    queueMicrotask(() => {
      ;(family as HTMLSelectElement).value = 'hubs'
      family.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
}
