import type { Locator, Page, Route } from '@playwright/test'
import { expectAccessible, expectRed, expectRedUnder } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import { generateNewUser, signInOnPage, signUp } from '../support/users-and-orders.ts'

// The console reports refused and failed calls.
test.use({ expectedErrors: [/status of (4\d\d|500)|ERR_|CallError/] })

const customer = { email: 'customer@freehub.test', password: 'sandbox-only' }
const getAuthError = (page: Page) => page.locator('.auth-error')

// web/features/identity/identity-errors.test.ts covers the other error messages.
test('one form for Login and Sign Up keeps the input, shows errors in red and explains refusals', async ({
  page,
}) => {
  let handleSignIn = (route: Route) => route.continue()
  await page.route('**/api/auth/sign-in/email', (route) => handleSignIn(route))
  await page.goto('/api/auth/callback/google?code=x&state=not-of-this-browser')
  await expect(page).toHaveURL('/login')
  await expect(getAuthError(page)).toHaveText(
    /^This sign-in took too long or was started elsewhere/,
  )
  await expectAccessible(page)

  const main = page.getByRole('main')
  const form = main.locator('form')
  const [login, signUpButton] = ['Login', 'Sign Up'].map((name) =>
    form.getByRole('button', { name }),
  ) as [Locator, Locator]
  const toggle = main.getByRole('group')
  await test.step('the login form', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await expect(form.getByLabel('Name')).toHaveCount(0)
    await login.click()
    await expectRedUnder(form.getByText('Email required'), form.getByLabel('Email'))
    await expectRedUnder(form.getByText('Password required'), form.getByLabel('Password'))
    await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email')
    await form.getByLabel('Email').fill('nobody')
    await form.getByLabel('Password').fill('12345')
    await login.click()
    await expect(form.getByText('Provide a valid email')).toBeVisible()
    await expect(form.getByText('Minimum 6 character or longer')).toBeVisible()
    const password = form.getByLabel('Password')
    await password.focus()
    const show = form.getByRole('button', { name: 'Show password', pressed: false })
    expect((await show.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await show.click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toBeFocused()
    await form.getByRole('button', { name: 'Show password', pressed: true }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
  })

  await test.step('the sign-up form keeps the typed values', async () => {
    await toggle.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up')
    await expect(form.getByLabel('Email')).toHaveValue('nobody')
    await expect(form.getByLabel('Password')).toHaveValue('12345')
    await form.getByLabel('Email').fill('')
    await form.getByLabel('Password').fill('')
    await signUpButton.click()
    await expectRedUnder(form.getByText('User Name required'), form.getByLabel('Name'))
    await expect(form.getByText('Email required')).toBeVisible()
    await expect(form.getByText('Password required')).toBeVisible()
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').fill('N'.repeat(101))
    await expect(form.getByText('At most 100 characters.')).toBeVisible()
    await expectAccessible(page)
  })

  await signUp(page, { ...generateNewUser(), password: 'password1' })
  await expect(getAuthError(page)).toHaveText('This password is too common. Choose another.')
  await signUp(page, { ...generateNewUser(), email: customer.email })
  await expect(getAuthError(page)).toHaveText(
    'An account with this email already exists. Sign in the way you did before.',
  )
  await toggle.getByRole('button', { name: 'Login' }).click()
  await expect(getAuthError(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)

  await signInOnPage(page, { ...customer, password: 'not the one' })
  const box = main.getByRole('alert')
  await expect(box).toHaveText('The email or the password is wrong.')
  await expectRed(box)
  const edge = await box.evaluate((element) => {
    const { borderLeftColor, borderLeftWidth, color } = getComputedStyle(element)
    return { width: borderLeftWidth, red: borderLeftColor === color }
  })
  expect(edge).toEqual({ width: '4px', red: true })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let attempts = 0
  handleSignIn = (route) => {
    attempts += 1
    return released.then(() => route.continue())
  }
  await signInOnPage(page, { ...customer, email: generateNewUser().email })
  // The error is cleared first, so the next text belongs to the second attempt.
  await expect(getAuthError(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  release()
  await expect(getAuthError(page)).toHaveText('The email or the password is wrong.')
  await expect(login).toBeFocused()
  expect(attempts).toBe(1)

  handleSignIn = (route) =>
    route.fulfill({ status: 429, json: {}, headers: { 'retry-after': '601' } })
  await signInOnPage(page, customer)
  await expect(getAuthError(page)).toHaveText('Too many attempts. Try again in 11 minutes.')
  handleSignIn = (route) => route.abort('connectionrefused')
  await signInOnPage(page, customer)
  await expect(getAuthError(page)).toHaveText(
    'The shop cannot be reached. Check your connection, then try again.',
  )
  await expect(page.getByLabel('Password')).toHaveValue(customer.password)

  handleSignIn = (route) => route.continue()
  await form.getByLabel('Password').fill('')
  await page.getByRole('button', { name: /customer@freehub\.test/ }).click()
  await login.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('the shop works without browser storage and PerformanceObserver, and the login explains what to allow', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const forbidden = {
      get() {
        throw new DOMException('The request was denied.', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'localStorage', forbidden)
    Object.defineProperty(window, 'sessionStorage', forbidden)
    Reflect.deleteProperty(window, 'PerformanceObserver')
  })
  await page.goto('/allParts?search=FH-10110-7')
  await page.getByRole('button', { name: /light and dark/ }).click()
  await expect(page.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await signInOnPage(page, customer)
  await expect(getAuthError(page)).toHaveText(
    /^Your browser blocks cookies and site data for this page\. Allow them/,
  )
  await page.getByRole('button', { name: 'Continue With Google' }).click()
  await expect(getAuthError(page)).toHaveText(/^Your browser blocks cookies and site data/)
  expect(page.context().pages()).toHaveLength(1)
})
