import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectFitsLargeFont } from '../support/accessibility.ts'
import { findLink, waitForMail, waitForSms } from '../support/inbox.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { addVirtualAuthenticator } from '../support/passkeys.ts'
import { openPopup, useAnotherAccount } from '../support/provider-sign-in.ts'
import { generateCode } from '../support/second-factor.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  type Customer,
  confirmEmail,
  findPartFromEnd,
  generateNewUser,
  origin,
  placeOrder,
  signInElsewhere,
  signInOnPage,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

// The console reports refused calls, and the shop logs them.
test.use({ expectedErrors: [/status of 4\d\d|^(Account|Call)Error/] })

test('a Google user sees the QR code of two-step sign-in without a password, and sets a password by mail', async ({
  page,
}) => {
  const user = generateNewUser()
  await page.goto('/login')
  await useAnotherAccount(await openPopup(page, 'Google'), user)
  await expect(page).toHaveURL('/')
  await openAccount(page)
  const secondFactor = getSection(page, 'Two-step sign-in')
  await secondFactor.getByRole('button', { name: 'Turn On' }).click()
  await expect(secondFactor.getByLabel('Your password')).toHaveCount(0)
  await secondFactor.getByRole('button', { name: 'Continue' }).click()
  await expect(secondFactor.getByRole('img', { name: /for the app to scan/ })).toBeVisible()

  const google = getSection(page, 'Google and Github').getByRole('listitem').first()
  await expect(google).toContainText('To unlink Google, set a password first.')
  const password = getSection(page, 'Password')
  await password.getByRole('button', { name: 'Set a Password' }).click()
  await expect(password.getByText(`sent an email to ${user.email}`)).toBeVisible()
  const link = findLink(await waitForMail(page.request, user.email, /password/i), '/')
  const changed = await page.request.post('/api/auth/reset-password', {
    data: { token: new URL(link).pathname.split('/').at(-1), newPassword: user.password },
    headers: { origin },
  })
  expect(changed.ok(), await changed.text()).toBe(true)

  // A new password ends all sessions.
  await page.reload()
  await expect(page).toHaveURL('/login')
  await signInOnPage(page, user)
  await expect(page).toHaveURL('/dashboard/account')
  await expect(password.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await expect(google.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
})

test.describe('a user with a password', () => {
  let customer: Customer

  test.beforeEach(async ({ page }) => {
    customer = await signUpCustomer(page, generateNewUser(), { emailConfirmed: false })
  })

  test('edits the account, downloads its data and deletes it', async ({ page }) => {
    const picture = 'https://pictures.dealer.example/ada.svg'
    await page.route(picture, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
    )
    const order = await placeOrder(page, customer, await findPartFromEnd(page, 18))
    await openAccount(page)
    const section = getSection(page, 'Name and picture')
    const change = section.getByRole('button', { name: 'Change Name or Picture' })
    const save = section.getByRole('button', { name: 'Save' })
    await change.click()
    await expect(section.getByLabel('Name')).toBeFocused()
    await section.getByLabel('Name').fill('')
    await section.getByLabel('Picture URL').fill('http://pictures.dealer.example/ada.svg')
    await save.click()
    await expect(section.getByText('User Name required')).toBeVisible()
    await section.getByLabel('Name').fill('Ada Lovelace')
    await save.click()
    await expect(section.getByText('Enter a URL that begins with https://')).toBeVisible()
    await section.getByLabel('Picture URL').fill(picture)
    await save.click()
    await expect(change).toBeFocused()
    await expect(section.getByRole('img', { name: 'Ada Lovelace' })).toBeVisible()

    await page.getByRole('link', { name: 'My Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('img')).toHaveAttribute('src', picture)
    await page.goBack()
    await change.click()
    await section.getByLabel('Picture URL').fill('')
    await save.click()
    await expect(section.getByRole('img', { name: 'No photo' })).toBeVisible()

    await test.step('a restored draft and a save keep a change on another device', async () => {
      await change.click()
      await section.getByLabel('Name').fill('Ada King')
      const headers = { origin: new URL(page.url()).origin }
      const update = (data: object) => page.request.post('/api/auth/update-user', { data, headers })
      await update({ image: picture })
      await page.reload()
      await change.click()
      await expect(section.getByLabel('Picture URL')).toHaveValue(picture)
      await expect(section.getByLabel('Name')).toHaveValue('Ada King')
      await section.getByRole('button', { name: 'Cancel' }).click()
      await change.click()
      await update({ name: 'Ada Byron' })
      await section.getByLabel('Picture URL').fill('')
      await save.click()
      await expect(section.getByText('Ada Byron')).toBeVisible()
      await expect(section.getByRole('img', { name: 'No photo' })).toBeVisible()
    })

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download My Data' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('freehub-my-data.json')
    const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString()
    expect(text).toContain(customer.email)
    expect(text).toContain(order)

    const problem = { type: 'about:blank', title: 'Too old.', status: 409, code: 'sign_in_too_old' }
    await page.route('**/api/account', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: problem, contentType: 'application/problem+json' })
        : route.continue(),
    )
    const remove = page.getByRole('button', { name: 'Delete My Account' })
    await remove.click()
    await expect(page.getByRole('alertdialog')).toContainText(customer.email)
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
    await remove.click()
    await confirmDialog(page, 'Delete My Account')
    await page.getByRole('button', { name: 'Sign In Again' }).click()
    await expect(page).toHaveURL('/login')
    await signInOnPage(page, customer)
    await expect(page).toHaveURL('/dashboard/account')
    await page.unroute('**/api/account')

    await remove.click()
    await confirmDialog(page, 'Delete My Account')
    await expect(page).toHaveURL('/')
    await expectToast(page, 'Your account was deleted')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('confirms and changes the email, and links a Google account with the same email', async ({
    page,
  }) => {
    const email = `new-${customer.email}`
    await openAccount(page)
    const section = getSection(page, 'Email')
    const secondFactor = getSection(page, 'Two-step sign-in')
    await expect(section.getByText('Not confirmed yet')).toBeVisible()
    await expect(secondFactor.getByText('Confirm your email first')).toBeVisible()
    await section.getByRole('button', { name: 'Send Confirmation Email Again' }).click()
    await expect(section.getByText(`sent an email to ${customer.email}`)).toBeFocused()
    await expect(section.getByRole('link', { name: 'inbox' })).toBeVisible()

    await section.getByRole('button', { name: 'Change Email' }).click()
    await section.getByLabel('New email').fill(customer.email)
    await section.getByRole('button', { name: 'Send Me the Link' }).click()
    await expect(section.getByText('This is already your email')).toBeVisible()
    await section.getByLabel('New email').fill(email)
    await test.step('a new login opens the form with the typed email', async () => {
      await page.route('**/api/auth/change-email', (route) =>
        route.fulfill({ status: 403, json: { code: 'SESSION_NOT_FRESH' } }),
      )
      await section.getByRole('button', { name: 'Send Me the Link' }).click()
      await section.getByRole('button', { name: 'Sign In Again' }).click()
      await signInOnPage(page, customer)
      await expect(section.getByLabel('New email')).toHaveValue(email)
      await expect(section.getByLabel('New email')).toBeFocused()
      await expect(page).toHaveURL('/dashboard/account')
      await page.unroute('**/api/auth/change-email')
    })
    const release = await holdRequests(page, '/api/auth/change-email')
    await section.getByRole('button', { name: 'Send Me the Link' }).click()
    await section.getByRole('button', { name: 'Cancel' }).press('Enter')
    release()
    await expect(section.getByText(`sent an email to ${email}`)).toBeFocused()
    await section.getByRole('button', { name: 'Done' }).click()
    await section.getByRole('button', { name: 'Change Email' }).click()
    await expect(section.getByLabel('New email')).toHaveValue('')

    await page.goto(findLink(await waitForMail(page.request, email, /confirm/i), '/confirm-email'))
    await page.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Confirmed')
    await openAccount(page)
    await expect(section.getByText(email)).toBeVisible()
    await expect(section.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(secondFactor.getByRole('button', { name: 'Turn On' })).toBeVisible()
    await (await signInElsewhere({ ...customer, email })).dispose()

    // Simulates a sign-in window that was closed before it finished.
    const abandoned = new URLSearchParams({ provider: 'google', popupOrigin: origin })
    await page.request.get(`/api/auth/oauth-popup/start?${abandoned}`)
    const links = getSection(page, 'Google and Github')
    const google = links.getByRole('listitem').filter({ hasText: 'Google' })
    await google.getByRole('button', { name: 'Link Google' }).click()
    await useAnotherAccount(page, { name: 'Somebody', email: customer.email })
    await expect(page).toHaveURL('/dashboard/account')
    await expect(
      links.getByText('Only an account with the same email can be linked.'),
    ).toBeInViewport()

    await google.getByRole('button', { name: 'Link Google' }).click()
    await useAnotherAccount(page, { name: customer.name, email })
    await expect(page).toHaveURL('/dashboard/account')
    await expectToast(page, 'Google is linked')
    await google.getByRole('button', { name: 'Unlink Google' }).click()
    await confirmDialog(page, 'Unlink')
    await expect(google.getByText('Not linked')).toBeVisible()
  })

  test('manages sessions, password, phone number and passkeys', async ({ page }) => {
    await addVirtualAuthenticator(page)
    const sessions = getSection(page, 'Where you are signed in')
    const others = [await signInElsewhere(customer), await signInElsewhere(customer)]
    await openAccount(page)
    await expect(sessions.getByRole('listitem')).toHaveCount(3)
    await expect(sessions.getByRole('listitem').first()).toContainText('This browser')
    await expectAccessible(page)
    await expectFitsLargeFont(page)
    await sessions.getByRole('button', { name: 'End Session' }).last().click()
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await sessions.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
    await expectToast(page, 'Ended 1 session')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    for (const other of others) await expectSignedOut(other)

    const otherSession = await signInElsewhere(customer)
    const section = getSection(page, 'Password')
    const change = section.getByRole('button', { name: 'Change Password' })
    await change.click()
    await section.getByLabel('Current password').fill('not-the-password')
    await section.getByLabel('New password').fill('short')
    await change.click()
    await expect(section.getByText('Minimum 6 character or longer')).toBeVisible()
    await section.getByLabel('New password').fill('hub-by-hub')
    await change.click()
    await expect(section.getByText('The password is wrong.')).toBeVisible()
    await section.getByLabel('Current password').fill(customer.password)
    await change.click()
    await expectToast(page, 'Password changed')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expectSignedOut(otherSession)
    await (await signInElsewhere({ ...customer, password: 'hub-by-hub' })).dispose()

    const phone = createPhoneNumber()
    const phoneSection = getSection(page, 'Phone')
    await phoneSection.getByRole('button', { name: 'Add a Number' }).click()
    await phoneSection.getByLabel('Phone number').fill('0151 23456789')
    await phoneSection.getByRole('button', { name: 'Send Code by SMS' }).click()
    await expect(phoneSection.getByText('Start with + and the country code')).toBeVisible()
    await phoneSection.getByLabel('Phone number').fill(formatInGroups(phone))
    await phoneSection.getByRole('button', { name: 'Send Code by SMS' }).click()
    await expect(phoneSection.getByText(`sent a code by SMS to ${phone}`)).toBeVisible()
    await expect(phoneSection.getByRole('link', { name: 'inbox' })).toBeVisible()
    await expect(phoneSection.getByLabel('Code from the SMS')).toBeFocused()
    // SMSs that are sent at the same time may arrive in any order.
    await waitForSms(page.request, phone, 1)
    await phoneSection.getByRole('button', { name: 'Send another code' }).press('Enter')
    await expect(phoneSection.getByLabel('Phone number')).toHaveValue(phone)
    await expect(phoneSection.getByLabel('Phone number')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(phoneSection.getByText(`sent a code by SMS to ${phone}`)).toBeVisible()

    const code = /\d{6}/.exec(await waitForSms(page.request, phone, 2))?.[0] ?? ''
    await phoneSection.getByLabel('Code from the SMS').fill(code === '000000' ? '111111' : '000000')
    await phoneSection.getByRole('button', { name: 'Confirm' }).click()
    await expect(phoneSection.getByText('This code is wrong.')).toBeVisible()
    await phoneSection.getByLabel('Code from the SMS').fill(formatInGroups(code))
    await phoneSection.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'Number confirmed')
    await expect(phoneSection.getByText(phone)).toBeVisible()

    await phoneSection.getByRole('button', { name: 'Remove Number' }).click()
    await confirmDialog(page, 'Remove')
    await expect(phoneSection.getByText('No number yet')).toBeVisible()

    const passkeys = getSection(page, 'Passkeys')
    await passkeys.getByRole('button', { name: 'Add a Passkey' }).click()
    await passkeys.getByLabel('Name').fill('Office laptop')
    await passkeys.getByRole('button', { name: 'Continue' }).click()
    const passkey = passkeys.getByRole('listitem').filter({ hasText: 'Office laptop' })
    await expect(passkey).toBeVisible()

    await passkeys.getByRole('button', { name: 'Add a Passkey' }).click()
    await passkeys.getByRole('button', { name: 'Continue' }).click()
    await expect(
      passkeys.getByText('This device already has a passkey for this account.'),
    ).toBeVisible()
    await passkeys.getByRole('button', { name: 'Cancel' }).click()

    await passkey.getByRole('button', { name: 'Remove' }).click()
    await confirmDialog(page, 'Remove')
    await expect(passkeys.getByText('No passkeys yet')).toBeVisible()
    await expect(passkeys.getByRole('heading')).toBeFocused()
  })

  test('turns two-step sign-in on with an app code, and off with the password', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await confirmEmail(page)
    await openAccount(page)
    const section = getSection(page, 'Two-step sign-in')
    await section.getByRole('button', { name: 'Turn On' }).click()
    await section.getByLabel('Your password').fill('not-the-password')
    await section.getByRole('button', { name: 'Continue' }).click()
    await expect(section.getByText('The password is wrong.')).toBeVisible()
    await section.getByLabel('Your password').fill(customer.password)
    await section.getByRole('button', { name: 'Continue' }).click()

    const code = section.getByRole('img', { name: /for the app to scan/ })
    const link = section.getByRole('link', { name: 'Open the app on this device' })
    const text = section.getByText('or enter this key')
    await page.setViewportSize({ width: 768, height: 1024 })
    const tops = await Promise.all(
      [text, code, link].map(async (part) => (await part.boundingBox())?.y ?? 0),
    )
    expect(tops, 'below each other').toEqual(tops.toSorted((a, b) => a - b))
    const otpauth = (await link.getAttribute('href')) ?? ''
    await expect(section.getByLabel('Code from the app')).toBeFocused()
    await section.getByLabel('Code from the app').fill('12345')
    await section.getByRole('button', { name: 'Turn On' }).click()
    await expect(section.getByText('Six digits required')).toBeVisible()
    await section.getByLabel('Code from the app').fill(generateCode(otpauth))
    await section.getByRole('button', { name: 'Turn On' }).click()

    await expect(section.getByRole('heading', { name: 'Your backup codes' })).toBeFocused()
    const codes = await section.getByRole('listitem').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await section.getByRole('button', { name: 'Copy' }).click()
    await expectToast(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    await expectPrintedCodes(page, customer.email, codes)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'My Profile' }).click()
    await page.goBack()
    await expect(section.getByRole('listitem')).toHaveText(codes)
    await section.getByRole('button', { name: 'I have saved them' }).click()
    await expect(section.getByText('On', { exact: true })).toBeVisible()

    await section.getByRole('button', { name: 'New Backup Codes' }).click()
    await section.getByLabel('Your password').fill(customer.password)
    await section.getByRole('button', { name: 'Create 10 New Codes' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(10)
    expect(await section.getByRole('listitem').allInnerTexts()).not.toContain(codes[0])
    await section.getByRole('button', { name: 'I have saved them' }).click()

    await section.getByRole('button', { name: 'Turn Off' }).click()
    await section.getByLabel('Your password').fill(customer.password)
    await section.getByRole('button', { name: 'Turn Off' }).click()
    await expect(section.getByText('Off', { exact: true })).toBeVisible()
  })
})

async function openAccount(page: Page) {
  await page.goto('/dashboard/account')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in & Security')
}

/** Returns a section of the account page by its heading. */
function getSection(page: Page, title: string): Locator {
  return page.locator('section.account-section', { has: page.locator('h2', { hasText: title }) })
}

async function confirmDialog(page: Page, buttonName: string) {
  await page.getByRole('alertdialog').getByRole('button', { name: buttonName }).click()
}

async function expectSignedOut(otherSession: APIRequestContext) {
  expect(await (await otherSession.get('/api/auth/get-session')).json()).toBeNull()
  await otherSession.dispose()
}

/** Expects the print view to show the codes and the account, without buttons. */
async function expectPrintedCodes(page: Page, email: string, codes: string[]) {
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(codes[0] as string)).toBeVisible()
  await expect(page.getByText(`Freehub, ${email}`)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
}

/** Returns a random German number, so that no other test uses it. */
function createPhoneNumber(): string {
  return `+4915${Math.floor(Math.random() * 1e9)
    .toString()
    .padStart(9, '0')}`
}

/** Formats digits in groups of three, as users type them. */
function formatInGroups(digits: string): string {
  return digits.replace(/(.{3})(?=.)/g, '$1 ')
}
