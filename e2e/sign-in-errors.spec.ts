import type { Page } from '@playwright/test'
import { expect, logIn, newcomer, signUp, test } from './shop.ts'

// The browser itself notes every answer that is refused, and every call that nobody answers.
test.use({ expectedErrors: [/status of (4\d\d|500)|ERR_|CallError/] })

const customer = { email: 'customer@freehub.test', password: 'sandbox-only' }
const redBox = (page: Page) => page.locator('.red-box')

test.beforeEach(({ page }) => page.goto('/login'))

test('a wrong password and an unknown email are told alike', async ({ page }) => {
  await logIn(page, { ...customer, password: 'not the one' })
  await expect(redBox(page)).toHaveText('The email or the password is wrong.')
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/sign-in/email', async (route) => {
    await released
    await route.continue()
  })
  await logIn(page, { ...customer, email: newcomer().email })
  // The box is cleared for the second try, so that what it says then is the second answer.
  await expect(redBox(page)).toHaveCount(0)
  answer()
  await expect(redBox(page)).toHaveText('The email or the password is wrong.')
})

test('an email that has an account already is told so, and what was typed stays', async ({
  page,
}) => {
  await signUp(page, { ...newcomer(), email: customer.email })
  await expect(redBox(page)).toHaveText(
    'There is an account with this email already. Login instead, the way you did before.',
  )
  await page.getByRole('group').getByRole('button', { name: 'Login' }).click()
  await expect(redBox(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
})

test('one of the commonest passwords is told so', async ({ page }) => {
  await signUp(page, { ...newcomer(), password: 'password1' })
  await expect(redBox(page)).toHaveText('This password is one of the commonest. Choose another.')
})

const refusals: [what: string, status: number, body: object, sentence: RegExp][] = [
  ['too many requests', 429, {}, /^Too many attempts\. Wait a minute, then try again\.$/],
  ['an internal error', 500, {}, /^Signing in is not possible at the moment\. Try again soon\.$/],
  [
    'an unauthorized domain',
    403,
    { code: 'INVALID_ORIGIN' },
    /^Signing in does not work at this address\. Open the shop at its own address/,
  ],
]
for (const [what, status, body, sentence] of refusals) {
  test(`${what} is told in words, and the next try works`, async ({ page }) => {
    await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ status, json: body }))
    await logIn(page, customer)
    await expect(redBox(page)).toHaveText(sentence)
    await page.unroute('**/api/auth/sign-in/email')
    await logIn(page, customer)
    await expect(page).toHaveURL('/')
  })
}

test('a network that fails is told in words, and nothing typed is lost', async ({ page }) => {
  await page.route('**/api/auth/sign-in/email', (route) => route.abort('connectionrefused'))
  await logIn(page, customer)
  await expect(redBox(page)).toHaveText(
    'The shop cannot be reached. Check your connection, then try again.',
  )
  await expect(page.getByLabel('Password')).toHaveValue(customer.password)
})

test('a provider that the shop has no keys for is told in words', async ({ page }) => {
  await page.goto('/login?error=oauth_provider_not_found')
  await expect(redBox(page)).toHaveText(/^Signing in this way is not set up in this shop\./)
  await expect(page).toHaveURL('/login')
})

test('an error of anybody’s making says nothing of his', async ({ page }) => {
  await page.goto(`/login?error=${encodeURIComponent('Call +1 555 0100 now')}`)
  await expect(redBox(page)).toHaveText(/^Signing in is not possible at the moment/)
})

test('an answer of a provider that was begun elsewhere leads to the login, in words', async ({
  page,
}) => {
  await page.goto('/api/auth/callback/google?code=x&state=not-of-this-browser')
  await expect(page).toHaveURL('/login')
  await expect(redBox(page)).toHaveText(/^This sign-in took too long or was begun elsewhere/)
})

test.describe('where the browser keeps nothing', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const forbidden = {
        get() {
          throw new DOMException('The request was denied.', 'SecurityError')
        },
      }
      Object.defineProperty(window, 'localStorage', forbidden)
      Object.defineProperty(window, 'sessionStorage', forbidden)
    })
  })

  test('the shop can be looked at, and a sign-in says what to allow', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /light and dark/ }).click()
    await page.getByRole('link', { name: 'Show All' }).click()
    await expect(page.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Login' }).click()
    await logIn(page, customer)
    await expect(redBox(page)).toHaveText(
      /^Your browser keeps nothing for this page\. Allow cookies/,
    )
    await page.getByRole('button', { name: 'Continue With Google' }).click()
    await expect(redBox(page)).toHaveText(/^Your browser keeps nothing for this page/)
    expect(page.context().pages()).toHaveLength(1)
  })
})
