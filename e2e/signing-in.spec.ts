import { expectRed, expectRedUnder } from './colours.ts'
import { arrive, expect, logIn, newcomer, signUp, test } from './shop.ts'

test.use({ expectedErrors: [/status of 401/] })

test('the login form says what is wrong with what was typed', async ({ page }) => {
  await page.goto('/login')
  const submit = page.getByRole('main').locator('form').getByRole('button', { name: 'Login' })
  await submit.click()
  await expect(page.getByText('Email required')).toBeVisible()
  await expect(page.getByText('Password required')).toBeVisible()
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password').fill('12345')
  await submit.click()
  await expect(page.getByText('Provide a valid email')).toBeVisible()
  await expect(page.getByText('Minimum 6 character or longer')).toBeVisible()
})

test('what is wrong with a login is said in red under its field', async ({ page }) => {
  await page.goto('/login')
  const form = page.getByRole('main').locator('form')
  await form.getByRole('button', { name: 'Login' }).click()
  await expectRedUnder(form.getByText('Email required'), page.getByLabel('Email'))
  await expectRedUnder(form.getByText('Password required'), page.getByLabel('Password'))
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
})

test('whoever signs up without a name is asked for it, under its field', async ({ page }) => {
  await page.goto('/login')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign Up' }).first().click()
  await main.locator('form').getByRole('button', { name: 'Sign Up' }).click()
  await expectRedUnder(main.getByText('User Name required'), page.getByLabel('Name'))
  await expect(main.getByText('Email required')).toBeVisible()
  await expect(main.getByText('Password required')).toBeVisible()
})

test('one form toggles between Login and Sign Up, and keeps what was typed', async ({ page }) => {
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
})

test('why somebody was not let in is said in a red box on the form', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, { email: 'customer@freehub.test', password: 'not the one' })
  const box = page.getByRole('main').getByRole('alert')
  await expect(box).toHaveText('The email or the password is wrong.')
  await expectRed(box)
  const edge = await box.evaluate((element) => {
    const { borderLeftColor, borderLeftWidth, color } = getComputedStyle(element)
    return { width: borderLeftWidth, red: borderLeftColor === color }
  })
  expect(edge).toEqual({ width: '4px', red: true })
})

test('a sandbox account is a click away', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: /customer@freehub\.test/ }).click()
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('logging out in one tab logs out the other', async ({ page, context }) => {
  await arrive(page)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/dashboard/myOrders')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Orders')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('a token that has run out is renewed without a word', async ({ page }) => {
  await arrive(page)
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('accessToken', 'x'.repeat(43)))
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('No orders yet')).toBeVisible()
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
  test.use({ expectedErrors: [/status of (401|429|500)|^CallError/] })

  test('logging out that does not succeed is said, and one stays signed in', async ({ page }) => {
    await arrive(page)
    await page.goto('/')
    await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('You are still signed in')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.unroute('**/api/auth/sign-out')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('nobody is sent to the login, and a retry leads on', async ({ page }) => {
    await arrive(page)
    await page.goto('/')
    await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 429 }))
    await page.goto('/dashboard/myOrders')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible({ timeout: 20_000 })
    await expect(page).toHaveURL('/dashboard/myOrders')
    await page.unroute('**/api/auth/get-session')
    await again.click()
    await expect(page.getByText('No orders yet')).toBeVisible()
  })
})
