import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { findLink, waitForMail, waitForSms } from '../support/inbox.ts'
import { doubleClick, loseResponse } from '../support/intercept-requests.ts'
import { addVirtualAuthenticator, createPasskey } from '../support/passkeys.ts'
import {
  openPopup,
  pressWithPopupsBlocked,
  useAnotherAccount,
} from '../support/provider-sign-in.ts'
import { enableSecondFactor, generateNextCode } from '../support/second-factor.ts'
import { expect, test } from '../support/test.ts'
import {
  findPartFromEnd,
  generateNewUser,
  origin,
  signInElsewhere,
  signInOnPage,
  signUp,
  signUpCustomer,
} from '../support/users-and-orders.ts'

// The console reports refused calls and lost responses.
test.use({ expectedErrors: [/status of 4\d\d|ERR_FAILED/] })

const getAuthError = (page: Page) => page.locator('.auth-error')
const getHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const expectInbox = (page: Page) => expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
const expectSignedIn = (page: Page) =>
  expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()

async function enterCode(page: Page, code: string) {
  await expect(getHeading(page)).toHaveText('Second Step')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function enterBackupCode(page: Page, code: string) {
  const backupButton = page.getByRole('button', { name: 'Use a Backup Code' })
  const field = page.getByLabel('Backup code')
  await expect(backupButton.or(field)).toBeVisible()
  if (await backupButton.isVisible()) await backupButton.click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a mail link confirms the email after sign-up, and another one resets a forgotten password', async ({
  page,
}) => {
  const newUser = generateNewUser()

  await test.step('a sign-up whose response is lost, and a broken link', async () => {
    await page.goto('/login')
    await loseResponse(page, 'POST', '/api/auth/sign-up/email')
    await page.getByRole('group').getByRole('button', { name: 'Sign Up' }).click()
    await expect(
      page.getByText('We’ll send you an email to confirm your email address.'),
    ).toBeVisible()
    await expectInbox(page)
    await signUp(page, newUser)
    await expectSignedIn(page)
    await page.goto('/confirm-email?token=broken')
    await expect(getAuthError(page)).toContainText('This link has expired or was already used.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send a New Link' }).press('Enter')
    await expect(page.getByText(`sent a new link to ${newUser.email}`)).toBeFocused()
    await expectInbox(page)
  })

  await test.step('the link confirms the email when its button is pressed', async () => {
    await page.goto(findLink(await waitForMail(page.request, newUser.email, /confirm/i), '/'))
    await expect(getHeading(page)).toHaveText('Confirm Email')
    const confirmed = async () =>
      (await (await page.request.get('/api/auth/get-session')).json()).user.emailVerified
    expect(await confirmed()).toBe(false)
    await page.getByRole('button', { name: 'Confirm Email' }).press('Enter')
    await expect(getHeading(page)).toHaveText('Email Confirmed')
    await expect(page.getByText('Thank you.')).toBeFocused()
    expect(await confirmed()).toBe(true)
  })

  await test.step('a reset URL without a token leads to the form for a new link', async () => {
    await page.context().clearCookies()
    await page.goto('/login/reset')
    await expect(getAuthError(page)).toContainText('This link has expired or was already used.')
    await page.getByRole('link', { name: 'Request a New Link' }).click()
    await expect(page).toHaveURL('/login/forgot')
  })

  await test.step('the form has the email of the login form', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(getHeading(page)).toHaveText('Login')
    await page.getByLabel('Email').fill(newUser.email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(getHeading(page)).toHaveText('Forgot Password')
    await expect(page.getByLabel('Email')).toHaveValue(newUser.email)
    await page.getByLabel('Email').fill('')
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText('Email required')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(newUser.email)
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText(`If there is an account with ${newUser.email}`)).toBeVisible()
    await expectInbox(page)
    await page.getByRole('button', { name: 'Send Again' }).click()
    await expect(
      page.getByText(/^Sent again\. .* We send at most five links an hour\.$/),
    ).toBeVisible()
  })

  await test.step('the new password works, the old one does not', async () => {
    await page.goto(findLink(await waitForMail(page.request, newUser.email, /password/i), '/'))
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(getAuthError(page)).toContainText('This password is too common.')
    await expect(page.getByRole('link', { name: 'Back to login' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('New password').fill('a-new-chain-2')
    await page.getByRole('button', { name: 'Change Password' }).press('Enter')
    await expect(getHeading(page)).toHaveText('Password Changed')
    await expect(page.getByText('You were signed out on all devices.')).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await signInOnPage(page, newUser)
    await expect(getAuthError(page)).toHaveText('The email or the password is wrong.')
    await signInOnPage(page, { ...newUser, password: 'a-new-chain-2' })
    await expectSignedIn(page)
  })

  await test.step('a broken link returns after the sign-in, and leads a confirmed user to the account', async () => {
    await page.context().clearCookies()
    await page.goto('/confirm-email?token=broken')
    await page.getByRole('link', { name: 'Sign In to Get a New Link' }).click()
    await signInOnPage(page, { ...newUser, password: 'a-new-chain-2' })
    await expect(page).toHaveURL('/confirm-email?token=broken')
    await expect(getAuthError(page)).toContainText('This link has expired or was already used.')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Sign-in & Security' }).click()
    await expect(page.getByRole('button', { name: 'Change Email' })).toBeVisible()
  })
})

test('a reset whose response is lost leads to the login with the new password', async ({
  page,
}) => {
  const user = await signUpCustomer(page)
  await page.context().clearCookies()
  const data = { email: user.email, redirectTo: '/login/reset' }
  await page.request.post('/api/auth/request-password-reset', { data, headers: { origin } })
  await page.goto(findLink(await waitForMail(page.request, user.email, /password/i), '/'))
  await page.getByLabel('New password').fill('a-new-chain-4')
  await loseResponse(page, 'POST', '/api/auth/reset-password')
  const change = page.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(getAuthError(page)).toContainText('The shop cannot be reached.')
  await change.click()
  await expect(getAuthError(page)).toContainText('Your new password may already be set.')
  await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click()
  await signInOnPage(page, { ...user, password: 'a-new-chain-4' })
  await expectSignedIn(page)
})

test('a mail link that is opened in another browser asks for the password or for a new password', async ({
  page,
}) => {
  const newUser = await signUpCustomer(page, generateNewUser(), { emailConfirmed: false })
  const link = findLink(await waitForMail(page.request, newUser.email, /confirm/i), '/')
  await page.context().clearCookies()
  const otherUser = await signUpCustomer(page, generateNewUser(), { emailConfirmed: false })
  const ownersLink = findLink(await waitForMail(page.request, otherUser.email, /confirm/i), '/')
  await page.context().clearCookies()

  await page.goto(link)
  await expect(page.getByText(`Enter your password to confirm ${newUser.email}.`)).toBeVisible()
  await expectAccessible(page)
  const confirm = page.getByRole('button', { name: 'Confirm Email' })
  await confirm.click()
  await expect(page.getByText('Password required')).toBeVisible()
  await page.getByLabel('Password').fill('not-the-password')
  await confirm.click()
  await expect(getAuthError(page)).toHaveText('The password is wrong.')
  await page.getByLabel('Password').fill(newUser.password)
  await page.keyboard.press('Enter')
  await expect(getHeading(page)).toHaveText('Email Confirmed')

  const otherSession = await signInElsewhere(otherUser)
  await page.goto(ownersLink)
  await page.getByRole('button', { name: 'I did not choose this password' }).press('Enter')
  await expect(page.getByText('Someone else may have signed up with')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('New password').fill('password1')
  await page.getByRole('button', { name: 'Set Password and Confirm' }).click()
  await expect(getAuthError(page)).toContainText('This password is too common.')
  await page.getByLabel('New password').fill('a-new-chain-3')
  await page.getByRole('button', { name: 'Set Password and Confirm' }).click()
  await expect(getHeading(page)).toHaveText('Email Confirmed')
  expect(await (await otherSession.get('/api/auth/get-session')).json()).toBeNull()
  await otherSession.dispose()
  await (await signInElsewhere({ ...otherUser, password: 'a-new-chain-3' })).dispose()
})

test.describe('a user with two-step sign-in', () => {
  test('enters a code after the password; a backup code works once', async ({ page }) => {
    const newUser = await signUpCustomer(page)
    const { otpauth, backupCodes } = await enableSecondFactor(page, newUser.password)
    const part = await findPartFromEnd(page, 1)
    await page.goto(`/purchase/${part._id}`)
    await signInOnPage(page, newUser)
    await enterCode(page, '000000')
    await expect(getAuthError(page)).toContainText('This code is wrong')
    await expectAccessible(page)
    await enterCode(page, generateNextCode(otpauth))
    await expect(page).toHaveURL(`/purchase/${part._id}`)
    await expect(page.getByLabel('Email')).toHaveValue(newUser.email)

    for (const outcome of ['in', 'refused']) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/login')
      await signInOnPage(page, newUser)
      await enterBackupCode(page, backupCodes[0] as string)
      if (outcome === 'in') await expectSignedIn(page)
    }
    await expect(getAuthError(page)).toContainText('This backup code is wrong or was already used.')

    // A code without a preceding password only leads to the login.
    await page.context().clearCookies()
    await enterBackupCode(page, backupCodes[1] as string)
    await expect(getAuthError(page)).toHaveText('This sign-in took too long. Sign in again.')
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('enters a code after a provider sign-in, in a window and on a full page', async ({
    page,
  }) => {
    const newUser = generateNewUser()
    await page.goto('/login')
    await useAnotherAccount(await openPopup(page, 'Google'), newUser)
    await expectSignedIn(page)
    const { otpauth, backupCodes } = await enableSecondFactor(page)
    await page.goto('/login')
    const popup = await openPopup(page, 'Google')
    await useAnotherAccount(popup, newUser)
    await expect.poll(() => popup.isClosed()).toBe(true)
    await enterCode(page, generateNextCode(otpauth))
    await expectSignedIn(page)

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Blogs' }).first().click()
    await page.getByRole('link', { name: 'Login' }).click()
    await pressWithPopupsBlocked(page, 'Google')
    await page.getByRole('button', { name: 'Continue on a full page' }).click()
    await useAnotherAccount(page, newUser)
    await enterBackupCode(page, backupCodes[0] as string)
    await expectSignedIn(page)
    await expect(page).toHaveURL('/blogs')
  })
})

test('a user signs in with an SMS code or with a passkey, each followed by the second factor', async ({
  page,
}) => {
  await addVirtualAuthenticator(page)
  const newUser = await signUpCustomer(page)
  const phone = await confirmPhone(page)
  await page.context().clearCookies()
  const passkeyButton = page.getByRole('button', { name: 'Sign In With a Passkey' })
  const signInWithPasskey = () => passkeyButton.click()
  await page.goto('/login')
  await signInWithPasskey()
  await expect(getAuthError(page)).toHaveText(/^No passkey was used\./)
  await expect(passkeyButton).toBeFocused()
  await signInOnPage(page, newUser)
  await expectSignedIn(page)
  await createPasskey(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await signInWithPasskey()
  await expectSignedIn(page)
  const { otpauth, backupCodes } = await enableSecondFactor(page, newUser.password)

  await page.goto('/login/phone')
  const numberField = page.getByLabel('Phone number')
  const send = page.getByRole('button', { name: 'Send Code' })
  await numberField.fill('040 5550 120')
  await send.click()
  await expect(page.getByText('Start with + and the country code')).toBeVisible()
  await expectAccessible(page)
  const unknown = createPhoneNumber()
  let sendCount = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/send-otp')) sendCount++
  })
  for (const number of [unknown, phone]) {
    await numberField.fill(number)
    await send.click()
    await expect(page.getByText(`If an account uses ${number}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
    // SMSs that are sent at the same time may arrive in any order.
    if (number === phone) await readSmsCode(page, phone, 2)
    sendCount = 0
    await doubleClick(page.getByRole('button', { name: 'Send Another Code' }), /\/send-otp$/)
    await expect(page.getByText(`Sent again. If an account uses ${number}`)).toBeVisible()
    expect(sendCount).toBe(1)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(getAuthError(page)).toContainText('This code is wrong')
    if (number === phone) break
    await page.route('**/send-otp', (route) => route.fulfill({ status: 429, json: {} }))
    await page.getByRole('button', { name: 'Send Another Code' }).click()
    await expect(getAuthError(page).last()).toContainText('The last code still works.')
    await expect(page.getByText('Sent again.')).toHaveCount(0)
    await page.unroute('**/send-otp')
    await page.getByRole('button', { name: 'Use Another Number' }).press('Enter')
    await expect(numberField).toHaveValue(number)
    await expect(numberField).toBeFocused()
  }
  await page.getByLabel('Code', { exact: true }).fill(await readSmsCode(page, phone, 3))
  await page.getByRole('button', { name: 'Login' }).click()
  await enterCode(page, generateNextCode(otpauth))
  await expectSignedIn(page)
  const { user } = await (await page.request.get('/api/auth/get-session')).json()
  expect(user.email).toBe(newUser.email)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await signInWithPasskey()
  await enterBackupCode(page, backupCodes[0] as string)
  await expectSignedIn(page)
})

const createPhoneNumber = () => `+4915${String(Math.random()).slice(2, 11)}`

/** Confirms a phone number for the signed-in user. Returns the number. */
async function confirmPhone(page: Page): Promise<string> {
  const phoneNumber = createPhoneNumber()
  const post = (path: string, data: object) =>
    page.request.post(`/api/auth/phone-number/${path}`, { data, headers: { origin } })
  await post('send-otp', { phoneNumber })
  const code = await readSmsCode(page, phoneNumber, 1)
  const confirmed = await post('verify', { phoneNumber, code, updatePhoneNumber: true })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  return phoneNumber
}

async function readSmsCode(page: Page, phone: string, smsCount: number): Promise<string> {
  return /\b\d{6}\b/.exec(await waitForSms(page.request, phone, smsCount))?.[0] ?? ''
}
