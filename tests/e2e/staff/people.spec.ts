import { randomUUID } from 'node:crypto'
import { formatCount, formatDollars } from '@freehub/contract/money'
import type { Page } from '@playwright/test'
import { expectAccessible, expectTableFrom560 } from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  admin,
  findPartFromEnd,
  generateNewUser,
  origin,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test('staff search users and move between pages; Back returns to the previous page', async ({
  page,
}) => {
  const dealers = `dealers-${randomUUID()}`
  for (const suffix of ['a', 'b', 'c']) {
    const user = { ...generateNewUser(), email: `${dealers}-${suffix}@dealer.example` }
    await signUpCustomer(page, user, { emailConfirmed: false })
  }
  await signInAsStaff(page)
  await limitPageToTwo(page)
  await page.goto('/dashboard/makeAdmin?search=nothing-like-this')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(dealers)
  await expect(page.getByText('3 users', { exact: true })).toBeVisible()
  const pagination = page.getByRole('navigation', { name: 'Pages of users' })
  const getPageLink = (name: string) => pagination.getByRole('link', { name: `${name} page` })
  const users = page.locator('table.users[aria-busy=false] .client')
  const [first, second] = [[/-c@/, /-b@/], [/-a@/]]
  await expect(users).toHaveText(first)
  await expectTableFrom560(page, page.locator('table.users tbody tr').first(), 'grid')
  await expect(getPageLink('Previous')).toHaveCount(0)

  await page.getByRole('link', { name: 'Skip to pages' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(getPageLink('Next')).toBeFocused()
  await getPageLink('Next').click()
  await expect(page).toHaveURL(new RegExp(`search=${dealers}&after=`))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(users).toHaveText(second)
  await expect(getPageLink('Next')).toHaveCount(0)
  await getPageLink('Previous').click()
  await expect(page).toHaveURL(/before=/)
  await expect(users).toHaveText(first)
  await page.goBack()
  await expect(users).toHaveText(second)
  await getPageLink('First').click()
  await expect(page).toHaveURL(new RegExp(`search=${dealers}$`))
  await expect(users).toHaveText(first)
  await getPageLink('Last').click()
  await expect(users).toHaveText([/-b@/, /-a@/])
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(page.getByLabel('Joined')).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Joined')).toBeVisible()

  const [email = ''] = await users.allTextContents()
  await page.goto(`/dashboard/newOrder?client=${encodeURIComponent(email)}`)
  await expect(page.getByText(/not confirmed\. .* pay on the order’s page/)).toBeVisible()
  await expect(page.getByText('The customer gets an email')).toHaveCount(0)
})

test('a user’s page shows orders, reviews, role changes and bans, but loads no picture', async ({
  page,
  context,
}) => {
  const customer = await signUpCustomer(page, { ...generateNewUser(), name: 'Grace Hopper' })
  const { request } = page
  const { headers } = customer
  const image = 'https://tracker.example/pixel.png'
  await request.post('/api/auth/update-user', { data: { image }, headers: { origin } })
  expect(await (await request.get(`/user/${customer.email}`, { headers })).json()).toMatchObject({
    photoURL: image,
  })
  const data = { address: 'Werftstrasse 8', education: 'Wheel builder' }
  await request.put(`/user/${customer.email}`, { data, headers })
  const part = await findPartFromEnd(page, 26)
  await placeOrder(page, customer, part)
  const comment = `Straight, and none was missing. ${randomUUID()}`
  await request.post('/reviews', { data: { comment, ratting: 5 }, headers })
  await signInAsStaff(page)
  const hosts: string[] = []
  page.on('request', (one) => hosts.push(new URL(one.url()).hostname))
  await page.goto(`/dashboard/makeAdmin?search=${customer.email}`)
  await page.getByRole('link', { name: customer.email }).click()
  await expect(page).toHaveURL(/\/dashboard\/people\//)
  const changes = page.getByRole('region', { name: 'Role and bans' })

  await test.step('name, orders and reviews', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link', { name: 'Make Admin' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    const orders = page.getByRole('region', { name: 'Orders' })
    await expect(orders.getByRole('row').last()).toHaveText(
      RegExp(`^FH-\\d+.*${formatCount(part.minimumOrder)} pcs`),
    )
    await expect(orders.getByRole('link')).toHaveText([/^FH-\d+$/, 'Manage order'])
    await expect(orders).toContainText(/Pending.*due /)
    await expect(page.locator('.person h2')).toHaveText([
      'Reservations',
      'Orders',
      'Reviews',
      'Staff notes',
      'Role and bans',
      'Background',
    ])
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Background' })).toContainText('Wheel builder')
    await expect(page.getByRole('region', { name: 'Reviews' })).toContainText(comment)
    await expect(changes).toContainText('No changes since sign-up.')
  })

  await test.step('role changes and bans', async () => {
    await page.getByRole('button', { name: 'Make Admin' }).click()
    const adminQuestion = page.getByRole('alertdialog', { name: 'Make this user an admin?' })
    await expect(adminQuestion).toContainText(`Grace Hopper (${customer.email})`)
    await adminQuestion.getByRole('button', { name: 'Make Admin' }).click()
    await expectToast(page, 'Successfully made an admin')
    await expect(changes.getByRole('listitem').first()).toContainText('Became an admin')
    await page.getByRole('button', { name: 'Ban' }).click()
    const question = page.getByRole('alertdialog', { name: 'Ban this user?' })
    const reason = question.getByLabel('Reason')
    await expect(reason).toBeFocused()
    await reason.fill('Resells stolen wheels')
    const otherTab = await context.newPage()
    await otherTab.goto(page.url())
    await otherTab.getByRole('button', { name: 'Ban' }).click()
    const otherQuestion = otherTab.getByRole('alertdialog', { name: 'Ban this user?' })
    await otherQuestion.getByLabel('Reason').fill('Another reason')
    await question.getByRole('button', { name: 'Ban' }).click()
    await expect(page.getByText('This user is banned.')).toBeVisible()
    await expect(changes.getByRole('listitem').first()).toContainText('Resells stolen wheels')
    await expect(changes.getByRole('listitem').first()).toContainText(admin.email)
    await expect(otherTab.getByText('This user is banned.')).toBeVisible()
    await otherQuestion.getByRole('button', { name: 'Ban' }).click()
    await expect(otherTab.getByText(`${customer.email} was already banned.`)).toBeVisible()
    await otherTab.close()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unban' }).click()
    await expect(changes.getByRole('listitem').first()).toContainText('Unbanned')
    await expect(page.getByText('This user is banned.')).toHaveCount(0)
  })

  await test.step('other staff screens', async () => {
    await page.getByRole('link', { name: 'Manage order', exact: true }).click()
    await expect(page.getByText('1 order', { exact: true })).toBeVisible()
    await expect(page.locator('.saved-filter')).toHaveText(customer.email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show orders of all customers' }).click()
    await expect(page.locator('.saved-filter')).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused()
    await page.goBack()
    await page.goBack()
    await page.getByRole('link', { name: 'Manage review', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard\/manageReviews\?search=/)
    await expect(page.getByRole('row').filter({ hasText: comment })).toHaveCount(1)
    expect(hosts).not.toContain('tracker.example')
  })
})

test.describe('staff on a user’s page', () => {
  test.use({ expectedErrors: [/status of 40[01349]|^CallError|ERR_FAILED/] })

  test('trust a customer, enter an order for them, release all reservations, and see an error for unknown users', async ({
    page,
  }) => {
    const customer = await signUpCustomer(page, { ...generateNewUser(), name: 'Velo Nord' })
    const part = await findPartFromEnd(page, 27)
    for (let n = 0; n < 2; n++) await placeOrder(page, customer, part)
    const headers = await signInAsStaff(page)
    await page.goto(`/dashboard/people/${customer.email}`)
    const reservations = page.getByRole('region', { name: 'Reservations' })
    await expect(reservations).toContainText(
      `2 unpaid orders reserve ${formatCount(2 * part.minimumOrder)} pieces for ${formatDollars(2 * part.minimumOrder * part.price)}.`,
    )
    await expect(reservations.getByRole('link', { name: '2 unpaid orders' })).toHaveAttribute(
      'href',
      `/dashboard/manageOrders?status=Pending&client=${encodeURIComponent(customer.email)}`,
    )
    await reservations.getByRole('button', { name: 'Trust This Customer' }).click()
    await expectToast(page, 'Customer trusted')
    await expect(reservations).toContainText(`Trusted by ${admin.email}`)
    await expect(reservations).toContainText('The limits on unpaid orders do not apply.')
    await reservations.getByRole('button', { name: 'Stop Trusting' }).click()
    await expect(reservations).toContainText('Until the first payment')
    await expect(reservations.getByRole('heading')).toBeFocused()

    await test.step('add a note and enter an order for the customer by keyboard', async () => {
      const notes = page.getByRole('region', { name: 'Staff notes' })
      const newNote = notes.getByLabel('Add a note')
      await page.goto(`/dashboard/newOrder?client=${customer.email}`)
      await page.getByRole('button', { name: 'Add Staff Note' }).waitFor()
      await expect(notes).toHaveCount(0)
      await page.getByRole('button', { name: 'Add Staff Note' }).click()
      await expect(newNote).toBeFocused()
      await page.goto(`/dashboard/people/${customer.email}`)
      await notes.getByRole('button', { name: 'Add Note' }).click()
      await newNote.fill('\nCalls on Mondays')
      await page.reload()
      await expect(newNote).toHaveValue('\nCalls on Mondays')
      const release = await holdRequests(page, /\/api\/notes\//)
      const adding = page.waitForRequest(/\/api\/notes\//)
      await notes.getByRole('button', { name: 'Save Note' }).click()
      await newNote.fill('\nCalls on Mondays, often')
      release()
      await expectToast(page, 'Note added')
      await page.reload()
      await expect(newNote).toHaveValue('\nCalls on Mondays, often')
      const added = await adding
      const changed = { ...added.postDataJSON(), text: 'Calls on Mondays, not in May' }
      await page.request.put(added.url(), { headers, data: changed })
      await notes.getByRole('button', { name: 'Save Note' }).click()
      await expect(notes).toContainText('You have changed this note in another window.')
      await expect(notes.getByRole('listitem')).toContainText(changed.text)
      await notes.getByRole('button', { name: 'Cancel' }).click()
      await expect(newNote).toBeFocused()
      await expect(newNote).toHaveValue('')
      const menu = page.getByRole('navigation', { name: 'Dashboard' })
      await menu.getByRole('link', { name: 'New Order' }).click()
      await expect(page.getByLabel('Customer')).toBeFocused()
      await page.keyboard.insertText(customer.email)
      await expect(page.getByRole('link', { name: customer.email })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(notes.getByRole('listitem')).toContainText('Calls on Mondays')
      const box = page.getByRole('region', { name: 'Customer', exact: true })
      const reserved = `${formatCount(2 * part.minimumOrder)} pieces`
      await expect(box).toContainText(`2 unpaid orders reserve ${reserved} for $`)
      await expect(page.getByText('Add a row first.')).toBeVisible()
      const [sku] = /FH-\d+-\d/.exec(part.img) ?? []
      const list = page.getByLabel('Search parts or paste a list')
      await expect(list).toBeFocused()
      await expect(page.getByText('The customer gets an email with a link to pay')).toBeVisible()
      const orderTotal = formatDollars(part.minimumOrder * part.price)
      const repeat = page.getByRole('button', { name: /^Repeat FH-\d+, 1 line, \$/ })
      await expect(repeat).toContainText(orderTotal)
      await repeat.press('Enter')
      await expect(page.getByText(/^1 row added from FH-\d+\.$/)).toBeVisible()
      await expect(repeat).toBeFocused()
      await page.getByText('Other orders').click()
      const otherOrder = page.getByRole('listitem').filter({ hasText: part.name }).first()
      await expect(otherOrder).toContainText(`1 line, ${orderTotal}`)
      const releaseRows = await holdRequests(page, '/api/order-pad/rows')
      const addRows = otherOrder.getByRole('button', { name: 'Add Rows' })
      await Promise.all([page.waitForRequest(/\/api\/order-pad\/rows/), addRows.click()])
      await list.fill('FH-9999-9 5')
      releaseRows()
      await expect(page.getByText('2 rows, ')).toBeVisible()
      await expect(list).toHaveValue('FH-9999-9 5')
      await list.fill('')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Other orders').click()
      await expect(page.getByText('1 row, ')).toContainText(formatCount(part.minimumOrder))
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Add a row first.')).toBeVisible()
      await list.fill('holm chain')
      await list.press('Enter')
      const found = page.getByRole('list', { name: 'Parts for holm chain' })
      await expect(found.getByRole('button').first()).toContainText('Holm chain')
      const total = page.locator('.new-order-sum')
      const lastFound = found.getByRole('button').last()
      await lastFound.evaluate((button) => button.scrollIntoView({ block: 'end' }))
      const [foundBox, totalBox] = [await lastFound.boundingBox(), await total.boundingBox()]
      expect((foundBox?.y ?? 0) + (foundBox?.height ?? 0)).toBeLessThanOrEqual(totalBox?.y ?? 0)
      await page.getByRole('button', { name: 'Remove: holm chain' }).click()
      await list.fill(`${sku} 1`)
      await list.press('Enter')
      const place = page.getByRole('button', { name: 'Place Order' })
      await expect(page.getByText('1 row needs your attention.')).toBeVisible()
      await expect(place).toHaveAttribute('aria-disabled', 'true')
      await expectAccessible(page)
      const viewport = page.viewportSize()
      await page.setViewportSize({ width: 375, height: 667 })
      await expect.poll(async () => (await total.boundingBox())?.height).toBeLessThan(228)
      await expect(total).toHaveCSS('position', 'sticky')
      await page.setViewportSize({ width: 640, height: 400 })
      await expect(total).toHaveCSS('position', 'static')
      if (viewport) await page.setViewportSize(viewport)
      await page.reload()
      await page.getByRole('button', { name: `Take ${formatCount(part.minimumOrder)}:` }).click()
      const address = page.getByLabel('Address')
      await expect(address).toHaveValue(/./)
      const text = await address.inputValue()
      await address.press('ControlOrMeta+a')
      await address.press('Delete')
      await expect(address).toHaveValue('')
      await place.click()
      await expect(page.getByText('Enter an address.')).toBeVisible()
      await address.press('ControlOrMeta+z')
      await expect(address).toHaveValue(text)
      await expect(page.getByText('1 row, ')).toContainText(formatCount(part.minimumOrder))
      await page.getByLabel('Customer’s reference').fill('PO 4711')
      await page.route(/\/api\/users\/[^/]+\/orders$/, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await place.click()
      await expect(page.getByText('The order won’t be placed twice.')).toBeVisible()
      await page.unrouteAll()
      const data = { price: part.price + 1 }
      await page.request.patch(`/api/parts/${part._id}`, { data, headers })
      await page.reload()
      await expect(page.getByLabel('Customer’s reference')).toHaveValue('PO 4711')
      const releaseOrder = await holdRequests(page, /\/api\/users\/[^/]+\/orders$/)
      await place.click()
      await page.getByRole('link', { name: 'Change Customer' }).click()
      await expect(page.getByLabel('Customer', { exact: true })).toBeFocused()
      releaseOrder()
      await expectToast(page, /^Order FH-\d+ placed for Velo Nord/)
      await page.goBack()
      await expect(page.getByLabel('Customer’s reference')).toHaveValue('PO 4711')
      const releaseRepeat = await holdRequests(page, /\/api\/users\/[^/]+\/orders$/)
      await place.click()
      await page.getByLabel('Search parts or paste a list').fill('FH-9999-9 5')
      await page.keyboard.press('Enter')
      await expect(page.getByText('1 row needs your attention.')).toBeVisible()
      releaseRepeat()
      await expect(page).toHaveURL(/\/dashboard\/order\//)
      const orderUrl = page.url()
      await page.goto(`/dashboard/newOrder?client=${customer.email}`)
      await expect(page.getByText('1 row needs your attention.')).toBeVisible()
      await expect(page.getByText('0 rows, 0 pieces')).toBeVisible()
      await page.goto(orderUrl)
      await expect(page.getByText('PO 4711')).toHaveCSS('text-align', 'left')
      await expect(page.getByRole('listitem').filter({ hasText: 'Order placed' })).toContainText(
        'by Freehub Staff, staff',
      )
      await notes.getByLabel('Add a note').fill('Wants a pallet')
      await notes.getByRole('button', { name: 'Save Note' }).click()
      await expect(notes.getByRole('listitem')).toContainText([
        'Wants a pallet',
        'On the customer.',
      ])
      await page.goto(`/dashboard/manageOrders?search=${customer.email}`)
      await expect(page.locator('tbody tr')).toHaveCount(3)
      await expect(page.getByRole('row').filter({ hasText: '1 note' })).toHaveCount(1)
      await page.goto(`/dashboard/people/${customer.email}`)
      await notes.getByRole('button', { name: 'Edit' }).click()
      await expect(notes.getByLabel('Change the note')).toBeFocused()
      await notes.getByLabel('Change the note').fill('Calls on Fridays')
      await notes.getByRole('button', { name: 'Save Note' }).first().click()
      await expect(notes.getByRole('listitem')).toContainText(/Calls on Fridays.*edited/s)
      await expect(notes.getByRole('button', { name: 'Edit' })).toBeFocused()
      await notes.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Delete this note?' })
      await expect(dialog).toContainText('Calls on Fridays')
      await dialog.getByRole('button', { name: 'Yes, Delete' }).click()
      await expect(notes.getByRole('listitem')).toHaveCount(0)
      await expect(notes.getByRole('heading')).toBeFocused()
    })

    const release = reservations.getByRole('button', { name: 'Release Reservations' })
    await release.click()
    const question = page.getByRole('alertdialog', { name: 'Release all reservations?' })
    await expect(question).toContainText(`3 unpaid orders of Velo Nord (${customer.email})`)
    await question.getByRole('button', { name: 'No' }).click()
    await release.click()
    await question.getByRole('button', { name: 'Yes, Release' }).click()
    await expectToast(page, '3 orders cancelled')
    await expect(reservations).toContainText('No unpaid orders.')
    await expect(reservations.getByRole('heading')).toBeFocused()
    await page.goto('/dashboard/people/nobody@dealer.example')
    await expect(page.getByText('User not found.')).toBeVisible()
  })
})

/** Limits a page to two users, so that three users need two pages. */
async function limitPageToTwo(page: Page) {
  await page.route(/\/allUsers\?/, (route) =>
    route.continue({ url: route.request().url().replace('size=50', 'size=2') }),
  )
}
