import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { origin } from '../support/origin.ts'
import {
  admin,
  arrive,
  book,
  enterAsStaff,
  expect,
  newcomer,
  partFromTheEnd,
  test,
} from '../support/shop.ts'

test('the staff turn the pages of the users they search for, and the way back leads through them', async ({
  page,
}) => {
  const dealers = `dealers-${randomUUID()}`
  for (const which of ['a', 'b', 'c']) {
    const who = { ...newcomer(), email: `${dealers}-${which}@dealer.example` }
    await arrive(page, who, { emailConfirmed: false })
  }
  await enterAsStaff(page)
  await showTwoAtOnce(page)
  await page.goto('/dashboard/makeAdmin?search=nothing-like-this')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(dealers)
  await expect(page.getByText('3 users', { exact: true })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages of users' })
  const turn = (name: string) => pages.getByRole('link', { name: `${name} page` })
  const users = page.locator('table.users[aria-busy=false] .client')
  const [first, second] = [[/-c@/, /-b@/], [/-a@/]]
  await expect(users).toHaveText(first)
  await expect(turn('Previous')).toHaveCount(0)

  await turn('Next').click()
  await expect(page).toHaveURL(new RegExp(`search=${dealers}&after=`))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(users).toHaveText(second)
  await expect(turn('Next')).toHaveCount(0)
  await turn('Previous').click()
  await expect(page).toHaveURL(/before=/)
  await expect(users).toHaveText(first)
  await page.goBack()
  await expect(users).toHaveText(second)
  await turn('First').click()
  await expect(page).toHaveURL(new RegExp(`search=${dealers}$`))
  await expect(users).toHaveText(first)
  await turn('Last').click()
  await expect(users).toHaveText([/-b@/, /-a@/])
})

test('a person’s page shows what the user ordered and wrote and what was done to them; no staff screen loads the user’s picture', async ({
  page,
}) => {
  const customer = await arrive(page, { ...newcomer(), name: 'Grace Hopper' })
  const { request } = page
  const { headers } = customer
  const image = 'https://tracker.example/pixel.png'
  await request.post('/api/auth/update-user', { data: { image }, headers: { origin } })
  expect(await (await request.get(`/user/${customer.email}`, { headers })).json()).toMatchObject({
    photoURL: image,
  })
  const part = await partFromTheEnd(page, 26)
  await book(page, customer, part)
  const comment = `Straight, and none was missing. ${randomUUID()}`
  await request.post('/reviews', { data: { comment, ratting: 5 }, headers })
  await enterAsStaff(page)
  const hosts: string[] = []
  page.on('request', (one) => hosts.push(new URL(one.url()).hostname))
  await page.goto(`/dashboard/makeAdmin?search=${customer.email}`)
  await page.getByRole('link', { name: customer.email }).click()
  await expect(page).toHaveURL(/\/dashboard\/people\//)
  const changes = page.getByRole('region', { name: 'Role and bans' })

  await test.step('who the user is, what they ordered and wrote', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Grace Hopper' })).toBeVisible()
    await expect(page.getByText('GH', { exact: true })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link', { name: 'Make Admin' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    const orders = page.getByRole('region', { name: 'Orders' })
    await expect(orders.getByRole('link', { name: part.name })).toBeVisible()
    await expect(orders).toContainText('Pending')
    await expect(page.getByRole('region', { name: 'Reviews' })).toContainText(comment)
    await expect(changes).toContainText('Nothing has changed since the sign-up.')
  })

  await test.step('what was done to the user', async () => {
    await page.getByRole('button', { name: 'Make Admin' }).click()
    await expect(page.getByText('Successfully made an admin')).toBeVisible()
    await expect(changes.getByRole('row').nth(1)).toContainText('Became an admin')
    await page.getByRole('button', { name: 'Ban' }).click()
    const question = page.getByRole('alertdialog', { name: 'Ban this user?' })
    await question.getByLabel('Reason').fill('Resells stolen wheels')
    await question.getByRole('button', { name: 'Ban' }).click()
    await expect(page.getByText('This user is banned.')).toBeVisible()
    await expect(changes.getByRole('row').nth(1)).toContainText('Resells stolen wheels')
    await expect(changes.getByRole('row').nth(1)).toContainText(admin.email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Let In Again' }).click()
    await expect(changes.getByRole('row').nth(1)).toContainText('Let in again')
    await expect(page.getByText('This user is banned.')).toHaveCount(0)
  })

  await test.step('on other staff screens', async () => {
    await page.getByRole('link', { name: 'Manage it' }).click()
    await expect(page).toHaveURL(/\/dashboard\/manageReviews\?search=/)
    await expect(page.getByRole('row').filter({ hasText: comment })).toHaveCount(1)
    expect(hosts).not.toContain('tracker.example')
  })
})

test.describe('where nobody is', () => {
  test.use({ expectedErrors: [/status of 40[0134]|^CallError/] })

  test('staff trust a customer, and release all reservations after a question; of no user the page says so', async ({
    page,
  }) => {
    const customer = await arrive(page, { ...newcomer(), name: 'Velo Nord' })
    const part = await partFromTheEnd(page, 27)
    for (let n = 0; n < 2; n++) await book(page, customer, part)
    await enterAsStaff(page)
    await page.goto(`/dashboard/people/${customer.email}`)
    const reservations = page.getByRole('region', { name: 'Reservations' })
    await expect(reservations).toContainText('2 unpaid orders reserve pieces.')
    await reservations.getByRole('button', { name: 'Trust This Customer' }).click()
    await expect(page.getByText('Customer trusted')).toBeVisible()
    await expect(reservations).toContainText(`Trusted by ${admin.email}`)
    await reservations.getByRole('button', { name: 'Stop Trusting' }).click()
    await expect(reservations).toContainText('Until the first payment')

    const release = reservations.getByRole('button', { name: 'Release Reservations' })
    await release.click()
    const question = page.getByRole('alertdialog', { name: 'Release all reservations?' })
    await expect(question).toContainText(`2 unpaid orders of Velo Nord (${customer.email})`)
    await question.getByRole('button', { name: 'No' }).click()
    await release.click()
    await question.getByRole('button', { name: 'Yes, Release' }).click()
    await expect(page.getByText('2 orders cancelled')).toBeVisible()
    await expect(reservations).toContainText('No unpaid orders.')
    await expect(reservations.getByRole('heading')).toBeFocused()
    await page.goto('/dashboard/people/nobody@dealer.example')
    await expect(page.getByText('There is no such user.')).toBeVisible()
  })
})

/** Three people are more than a page then, and nobody need sign fifty up. */
async function showTwoAtOnce(page: Page) {
  await page.route(/\/allUsers\?/, (route) =>
    route.continue({ url: route.request().url().replace('size=50', 'size=2') }),
  )
}
