import type { Page, Route } from '@playwright/test'
import { createNewUser, expect, logIn, signUp, test } from '../support/shop.ts'

// The console reports refused and failed calls.
test.use({ expectedErrors: [/status of (4\d\d|500)|ERR_|CallError/] })

const customer = { email: 'customer@freehub.test', password: 'sandbox-only' }
const getAuthError = (page: Page) => page.locator('.auth-error')

// web/features/identity/identity-errors.test.ts covers the other error messages.
test('explains a refused sign-in or sign-up, keeps the input and accepts the next attempt', async ({
  page,
}) => {
  let handleSignIn = (route: Route) => route.continue()
  await page.route('**/api/auth/sign-in/email', (route) => handleSignIn(route))
  await page.goto('/api/auth/callback/google?code=x&state=not-of-this-browser')
  await expect(page).toHaveURL('/login')
  await expect(getAuthError(page)).toHaveText(
    /^This sign-in took too long or was started elsewhere/,
  )

  await signUp(page, { ...createNewUser(), password: 'password1' })
  await expect(getAuthError(page)).toHaveText('This password is too common. Choose another.')
  await signUp(page, { ...createNewUser(), email: customer.email })
  await expect(getAuthError(page)).toHaveText(
    'An account with this email already exists. Sign in the way you did before.',
  )
  await page.getByRole('group').getByRole('button', { name: 'Login' }).click()
  await expect(getAuthError(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)

  await logIn(page, { ...customer, password: 'not the one' })
  await expect(getAuthError(page)).toHaveText('The email or the password is wrong.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let attempts = 0
  handleSignIn = (route) => {
    attempts += 1
    return released.then(() => route.continue())
  }
  await logIn(page, { ...customer, email: createNewUser().email })
  // The error is cleared first, so the next text belongs to the second attempt.
  await expect(getAuthError(page)).toHaveCount(0)
  const submitButton = page.getByRole('main').locator('form').getByRole('button', { name: 'Login' })
  await page.keyboard.press('Enter')
  release()
  await expect(getAuthError(page)).toHaveText('The email or the password is wrong.')
  await expect(submitButton).toBeFocused()
  expect(attempts).toBe(1)

  handleSignIn = (route) =>
    route.fulfill({ status: 429, json: {}, headers: { 'retry-after': '601' } })
  await logIn(page, customer)
  await expect(getAuthError(page)).toHaveText('Too many attempts. Try again in 11 minutes.')
  handleSignIn = (route) => route.abort('connectionrefused')
  await logIn(page, customer)
  await expect(getAuthError(page)).toHaveText(
    'The shop cannot be reached. Check your connection, then try again.',
  )
  await expect(page.getByLabel('Password')).toHaveValue(customer.password)

  handleSignIn = (route) => route.continue()
  await logIn(page, customer)
  await expect(page).toHaveURL('/')
})

test('the shop works without browser storage, and the login explains what to allow', async ({
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
  })
  await page.goto('/allParts?search=FH-10110-7')
  await page.getByRole('button', { name: /light and dark/ }).click()
  await expect(page.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await logIn(page, customer)
  await expect(getAuthError(page)).toHaveText(
    /^Your browser blocks cookies and site data for this page\. Allow them/,
  )
  await page.getByRole('button', { name: 'Continue With Google' }).click()
  await expect(getAuthError(page)).toHaveText(/^Your browser blocks cookies and site data/)
  expect(page.context().pages()).toHaveLength(1)
})
