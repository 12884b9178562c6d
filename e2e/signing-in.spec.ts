import { expectRed, expectRedUnder } from './colours.ts'
import { arrive, expect, logIn, newcomer, signUp, test } from './shop.ts'

test.use({ expectedErrors: [/status of 401/] })

test('the login form says in red under its field what is wrong with what was typed', async ({
  page,
}) => {
  await page.goto('/login')
  const main = page.getByRole('main')
  const form = main.locator('form')
  await form.getByRole('button', { name: 'Login' }).click()
  await expectRedUnder(form.getByText('Email required'), page.getByLabel('Email'))
  await expectRedUnder(form.getByText('Password required'), page.getByLabel('Password'))
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password').fill('12345')
  await form.getByRole('button', { name: 'Login' }).click()
  await expect(form.getByText('Provide a valid email')).toBeVisible()
  await expect(form.getByText('Minimum 6 character or longer')).toBeVisible()

  await main.getByRole('button', { name: 'Sign Up' }).first().click()
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Password').fill('')
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expectRedUnder(form.getByText('User Name required'), page.getByLabel('Name'))
  await expect(form.getByText('Email required')).toBeVisible()
  await expect(form.getByText('Password required')).toBeVisible()
})

test('one form toggles between Login and Sign Up, keeps what was typed, and says in a red box why a login was refused', async ({
  page,
}) => {
  await page.goto('/login')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(page.getByLabel('Name')).toHaveCount(0)
  await page.getByLabel('Email').fill('ada@dealer.example')
  await page.getByLabel('Password').fill('spoke-by-spoke')
  await main.getByRole('button', { name: 'Sign Up' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up')
  await expect(page.getByLabel('Name')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@dealer.example')
  await expect(page.getByLabel('Password')).toHaveValue('spoke-by-spoke')
  await main.getByRole('button', { name: 'Login' }).first().click()

  await logIn(page, { email: 'customer@freehub.test', password: 'not the one' })
  const box = main.getByRole('alert')
  await expect(box).toHaveText('The email or the password is wrong.')
  await expectRed(box)
  const edge = await box.evaluate((element) => {
    const { borderLeftColor, borderLeftWidth, color } = getComputedStyle(element)
    return { width: borderLeftWidth, red: borderLeftColor === color }
  })
  expect(edge).toEqual({ width: '4px', red: true })

  // A sandbox account is a click away.
  await page.getByRole('button', { name: /customer@freehub\.test/ }).click()
  await main.locator('form').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('a login on a slow line is not undone by the look that went before it', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', async (route) => {
    const answer = await route.fetch()
    await released
    await route.fulfill({ response: answer }).catch(() => {})
  })
  await page.goto('/login')
  const exchanged = page.waitForResponse(/\/user\//)
  await signUp(page, newcomer())
  await exchanged
  release()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test.describe('while the shop is in trouble', () => {
  test.use({ expectedErrors: [/status of (400|401|500)|^CallError/] })

  test('offers a retry in place of the login, and keeps the session if the log-out fails', async ({
    page,
  }) => {
    await arrive(page)
    // Unlike 429 and 500, which the page first retries for some seconds.
    await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 400 }))
    await page.goto('/dashboard/myOrders')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(page).toHaveURL('/dashboard/myOrders')
    await page.unroute('**/api/auth/get-session')
    await again.click()
    await expect(page.getByText('No orders yet')).toBeVisible()

    await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('You are still signed in')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/myOrders')
    await page.unroute('**/api/auth/sign-out')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })
})
