import type { Page, Route } from '@playwright/test'
import { expect, logIn, newcomer, signUp, test } from '../support/shop.ts'

// The browser itself notes every answer that is refused, and every call that nobody answers.
test.use({ expectedErrors: [/status of (4\d\d|500)|ERR_|CallError/] })

const customer = { email: 'customer@freehub.test', password: 'sandbox-only' }
const redBox = (page: Page) => page.locator('.red-box')

// web/features/identity/identity-errors.test.ts has the sentences of the other errors.
test('says in words why a sign-in or a sign-up was refused, keeps what was typed, and the next try works', async ({
  page,
}) => {
  let answer = (route: Route) => route.continue()
  await page.route('**/api/auth/sign-in/email', (route) => answer(route))
  await page.goto('/api/auth/callback/google?code=x&state=not-of-this-browser')
  await expect(page).toHaveURL('/login')
  await expect(redBox(page)).toHaveText(/^This sign-in took too long or was begun elsewhere/)

  await signUp(page, { ...newcomer(), password: 'password1' })
  await expect(redBox(page)).toHaveText('This password is one of the commonest. Choose another.')
  await signUp(page, { ...newcomer(), email: customer.email })
  await expect(redBox(page)).toHaveText(
    'There is an account with this email already. Login instead, the way you did before.',
  )
  await page.getByRole('group').getByRole('button', { name: 'Login' }).click()
  await expect(redBox(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)

  await logIn(page, { ...customer, password: 'not the one' })
  await expect(redBox(page)).toHaveText('The email or the password is wrong.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  answer = (route) => released.then(() => route.continue())
  await logIn(page, { ...customer, email: newcomer().email })
  // The box is cleared for the second try, so that its text then is the second answer.
  await expect(redBox(page)).toHaveCount(0)
  release()
  await expect(redBox(page)).toHaveText('The email or the password is wrong.')

  answer = (route) => route.fulfill({ status: 429, json: {}, headers: { 'retry-after': '601' } })
  await logIn(page, customer)
  await expect(redBox(page)).toHaveText('Too many attempts. Try again in 11 minutes.')
  answer = (route) => route.abort('connectionrefused')
  await logIn(page, customer)
  await expect(redBox(page)).toHaveText(
    'The shop cannot be reached. Check your connection, then try again.',
  )
  await expect(page.getByLabel('Password')).toHaveValue(customer.password)

  answer = (route) => route.continue()
  await logIn(page, customer)
  await expect(page).toHaveURL('/')
})

test('without browser storage the shop can be viewed, and a sign-in says what to allow', async ({
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
  await expect(redBox(page)).toHaveText(/^Your browser keeps nothing for this page\. Allow cookies/)
  await page.getByRole('button', { name: 'Continue With Google' }).click()
  await expect(redBox(page)).toHaveText(/^Your browser keeps nothing for this page/)
  expect(page.context().pages()).toHaveLength(1)
})
