import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { openPopup, useAnotherAccount } from '../support/at-provider.ts'
import { appCode } from '../support/authenticator.ts'
import { awake } from '../support/awake.ts'
import { confirmEmail } from '../support/confirm-email.ts'
import { origin } from '../support/origin.ts'
import { plugInPasskeys } from '../support/passkeys.ts'
import { linkIn, mailTo, textTo } from '../support/post.ts'
import {
  arrive,
  book,
  type Customer,
  expect,
  logIn,
  newcomer,
  partFromTheEnd,
  signInElsewhere,
  test,
} from '../support/shop.ts'

// The browser notes every answer that is refused, and the shop logs it.
test.use({ expectedErrors: [/status of 4\d\d|^(Account|Call)Error/] })

test('a user of Google turns the second step on without a password, and sets one by a mail', async ({
  page,
}) => {
  const who = newcomer()
  await page.goto('/login')
  await useAnotherAccount(await openPopup(page, 'Google'), who)
  await expect(page).toHaveURL('/')
  await openAccount(page)
  const secondStep = partOf(page, 'Two-step sign-in')
  await secondStep.getByRole('button', { name: 'Turn on' }).click()
  await expect(secondStep.getByLabel('Your password')).toHaveCount(0)
  await secondStep.getByRole('button', { name: 'Go on' }).click()
  await expect(secondStep.getByRole('img', { name: /for the app to scan/ })).toBeVisible()

  const google = partOf(page, 'Google and Github').getByRole('listitem').first()
  await expect(google).toContainText('Your only way in')
  const password = partOf(page, 'Password')
  await password.getByRole('button', { name: 'Set a password' }).click()
  await expect(password.getByText(`on its way to ${who.email}`)).toBeVisible()
  const link = linkIn(await mailTo(page.request, who.email, /password/i), '/')
  const changed = await page.request.post('/api/auth/reset-password', {
    data: { token: new URL(link).pathname.split('/').at(-1), newPassword: who.password },
    headers: { origin },
  })
  expect(changed.ok(), await changed.text()).toBe(true)

  // A new password ends all sessions.
  await page.reload()
  await expect(page).toHaveURL('/login')
  await logIn(page, who)
  await expect(page).toHaveURL('/dashboard/account')
  await expect(password.getByRole('button', { name: 'Change password' })).toBeVisible()
  await expect(google.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
})

test.describe('with an email and a password', () => {
  let customer: Customer

  test.beforeEach(async ({ page }) => {
    customer = await arrive(page, newcomer(), { emailConfirmed: false })
  })

  test('changes name and picture, downloads all data of the account, and deletes it after a question and a recent login', async ({
    page,
  }) => {
    const picture = 'https://pictures.dealer.example/ada.svg'
    await page.route(picture, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
    )
    const order = await book(page, customer, await partFromTheEnd(page, 18))
    await openAccount(page)
    const part = partOf(page, 'Name and picture')
    const change = part.getByRole('button', { name: 'Change name or picture' })
    const save = part.getByRole('button', { name: 'Save' })
    await change.click()
    await expect(part.getByLabel('Name')).toBeFocused()
    await part.getByLabel('Name').fill('')
    await part.getByLabel('Picture').fill('http://pictures.dealer.example/ada.svg')
    await save.click()
    await expect(part.getByText('User Name required')).toBeVisible()
    await part.getByLabel('Name').fill('Ada Lovelace')
    await save.click()
    await expect(part.getByText('Give an address that begins with https://')).toBeVisible()
    await part.getByLabel('Picture').fill(picture)
    await save.click()
    await expect(change).toBeFocused()
    await expect(part.getByRole('img', { name: 'Ada Lovelace' })).toBeVisible()

    await page.getByRole('link', { name: 'My Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('img')).toHaveAttribute('src', picture)
    await page.goBack()
    await change.click()
    await part.getByLabel('Picture').fill('')
    await save.click()
    await expect(part.getByRole('img', { name: 'No photo' })).toBeVisible()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
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
    const remove = page.getByRole('button', { name: 'Delete my account' })
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
    await remove.click()
    await agree(page, 'Delete my account')
    await page.getByRole('button', { name: 'Login again' }).click()
    await expect(page).toHaveURL('/login')
    await logIn(page, customer)
    await expect(page).toHaveURL('/dashboard/account')
    await page.unroute('**/api/account')

    await remove.click()
    await agree(page, 'Delete my account')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Your account is deleted')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('sends the confirmation mail again; another email counts once its link is opened; only Google of that email is linked', async ({
    page,
  }) => {
    const email = `new-${customer.email}`
    await openAccount(page)
    const part = partOf(page, 'Email')
    const secondStep = partOf(page, 'Two-step sign-in')
    await expect(part.getByText('Not confirmed yet')).toBeVisible()
    await expect(secondStep.getByText('Confirm your email first')).toBeVisible()
    await part.getByRole('button', { name: 'Send the mail to confirm again' }).click()
    await expect(part.getByText(`on its way to ${customer.email}`)).toBeVisible()
    await expect(part.getByRole('link', { name: 'inbox' })).toBeVisible()

    await part.getByRole('button', { name: 'Change email' }).click()
    await part.getByLabel('New email').fill(customer.email)
    await part.getByRole('button', { name: 'Send me the link' }).click()
    await expect(part.getByText('This is your email already')).toBeVisible()
    await part.getByLabel('New email').fill(email)
    await part.getByRole('button', { name: 'Send me the link' }).click()
    await expect(part.getByText(`on its way to ${email}`)).toBeVisible()
    await expect(part.getByRole('link', { name: 'inbox' })).toHaveCount(2)

    await page.goto(linkIn(await mailTo(page.request, email, /confirm/i), '/confirm-email'))
    await page.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Confirmed')
    await openAccount(page)
    await expect(part.getByText(email)).toBeVisible()
    await expect(part.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(secondStep.getByRole('button', { name: 'Turn on' })).toBeVisible()
    await (await signInElsewhere({ ...customer, email })).dispose()

    // A sign-in window that was closed half-way, some minutes ago.
    const left = new URLSearchParams({ provider: 'google', popupOrigin: origin })
    await page.request.get(`/api/auth/oauth-popup/start?${left}`)
    const links = partOf(page, 'Google and Github')
    const google = links.getByRole('listitem').filter({ hasText: 'Google' })
    await google.getByRole('button', { name: 'Link Google' }).click()
    await useAnotherAccount(page, { name: 'Somebody', email: customer.email })
    await expect(page).toHaveURL('/dashboard/account')
    await expect(
      links.getByText('Only an account with the same email can be linked.'),
    ).toBeVisible()

    await google.getByRole('button', { name: 'Link Google' }).click()
    await useAnotherAccount(page, { name: customer.name, email })
    await expect(page).toHaveURL('/dashboard/account')
    await expect(page.getByText('Google is linked')).toBeVisible()
    await google.getByRole('button', { name: 'Unlink Google' }).click()
    await agree(page, 'Unlink')
    await expect(google.getByText('Not linked')).toBeVisible()
  })

  test('ends other sessions, changes the password, and adds and removes a phone number and a passkey', async ({
    page,
  }) => {
    await plugInPasskeys(page)
    const places = partOf(page, 'Where you are signed in')
    const others = [await signInElsewhere(customer), await signInElsewhere(customer)]
    await openAccount(page)
    await expect(places.getByRole('listitem')).toHaveCount(3)
    await expect(places.getByRole('listitem').first()).toContainText('This browser')
    await places.getByRole('button', { name: 'Sign out there' }).last().click()
    await expect(places.getByRole('listitem')).toHaveCount(2)
    await places.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText('Signed out at 1 place')).toBeVisible()
    await expect(places.getByRole('listitem')).toHaveCount(1)
    for (const other of others) await expectSignedOut(other)

    const elsewhere = await signInElsewhere(customer)
    const part = partOf(page, 'Password')
    const change = part.getByRole('button', { name: 'Change password' })
    await change.click()
    await part.getByLabel('Password now').fill('not-the-password')
    await part.getByLabel('New password').fill('short')
    await change.click()
    await expect(part.getByText('Minimum 6 character or longer')).toBeVisible()
    await part.getByLabel('New password').fill('hub-by-hub')
    await change.click()
    await expect(part.getByText('The password is wrong.')).toBeVisible()
    await part.getByLabel('Password now').fill(customer.password)
    await change.click()
    await expect(page.getByText('Password changed')).toBeVisible()
    await expect(places.getByRole('listitem')).toHaveCount(1)
    await expectSignedOut(elsewhere)
    await (await signInElsewhere({ ...customer, password: 'hub-by-hub' })).dispose()

    const phone = aNumber()
    const phonePart = partOf(page, 'Phone')
    await phonePart.getByRole('button', { name: 'Add a number' }).click()
    await phonePart.getByLabel('Phone number').fill('0151 23456789')
    await phonePart.getByRole('button', { name: 'Text me a code' }).click()
    await expect(phonePart.getByText('Begin with + and the country')).toBeVisible()
    await phonePart.getByLabel('Phone number').fill(inGroups(phone))
    await phonePart.getByRole('button', { name: 'Text me a code' }).click()
    await expect(phonePart.getByText(`on its way to ${phone}`)).toBeVisible()
    await expect(phonePart.getByRole('link', { name: 'inbox' })).toBeVisible()

    const code = /\d{6}/.exec(await textTo(page.request, phone))?.[0] ?? ''
    await phonePart.getByLabel('Code from the text').fill(code === '000000' ? '111111' : '000000')
    await phonePart.getByRole('button', { name: 'Confirm' }).click()
    await expect(phonePart.getByText('This code is not right.')).toBeVisible()
    await phonePart.getByLabel('Code from the text').fill(inGroups(code))
    await phonePart.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Number confirmed')).toBeVisible()
    await expect(phonePart.getByText(phone)).toBeVisible()

    await phonePart.getByRole('button', { name: 'Remove number' }).click()
    await agree(page, 'Remove')
    await expect(phonePart.getByText('No number yet')).toBeVisible()

    const passkeys = partOf(page, 'Passkeys')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await passkeys.getByLabel('Name').fill('Office laptop')
    await passkeys.getByRole('button', { name: 'Go on' }).click()
    const passkey = passkeys.getByRole('listitem').filter({ hasText: 'Office laptop' })
    await expect(passkey).toBeVisible()

    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await passkeys.getByRole('button', { name: 'Go on' }).click()
    await expect(
      passkeys.getByText('This device has a passkey for this account already.'),
    ).toBeVisible()
    await passkeys.getByRole('button', { name: 'Cancel' }).click()

    await passkey.getByRole('button', { name: 'Remove' }).click()
    await agree(page, 'Remove')
    await expect(passkeys.getByText('No passkeys yet')).toBeVisible()
    await expect(passkeys.getByRole('heading')).toBeFocused()
  })

  test('the second step is turned on by a code of the app, gives ten backup codes, and goes off with the password', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await confirmEmail(page)
    await openAccount(page)
    const part = partOf(page, 'Two-step sign-in')
    await part.getByRole('button', { name: 'Turn on' }).click()
    await part.getByLabel('Your password').fill('not-the-password')
    await part.getByRole('button', { name: 'Go on' }).click()
    await expect(part.getByText('The password is wrong.')).toBeVisible()
    await part.getByLabel('Your password').fill(customer.password)
    await part.getByRole('button', { name: 'Go on' }).click()

    await expect(part.getByRole('img', { name: /for the app to scan/ })).toBeVisible()
    const link = part.getByRole('link', { name: 'Open the app on this device' })
    const otpauth = (await link.getAttribute('href')) ?? ''
    await part.getByLabel('Code that the app shows').fill('12345')
    await part.getByRole('button', { name: 'Turn on' }).click()
    await expect(part.getByText('Six digits required')).toBeVisible()
    await part.getByLabel('Code that the app shows').fill(appCode(otpauth))
    await part.getByRole('button', { name: 'Turn on' }).click()

    await expect(part.getByRole('heading', { name: 'Your backup codes' })).toBeFocused()
    const codes = await part.getByRole('listitem').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await part.getByRole('button', { name: 'Copy' }).click()
    await expect(part.getByText('Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    await expectOnPaper(page, customer.email, codes)
    await part.getByRole('button', { name: 'I have kept them' }).click()
    await expect(part.getByText('On', { exact: true })).toBeVisible()

    await part.getByRole('button', { name: 'New backup codes' }).click()
    await part.getByLabel('Your password').fill(customer.password)
    await part.getByRole('button', { name: 'Make ten new codes' }).click()
    await expect(part.getByRole('listitem')).toHaveCount(10)
    expect(await part.getByRole('listitem').allInnerTexts()).not.toContain(codes[0])
    await part.getByRole('button', { name: 'I have kept them' }).click()

    await part.getByRole('button', { name: 'Turn off' }).click()
    await part.getByLabel('Your password').fill(customer.password)
    await part.getByRole('button', { name: 'Turn off' }).click()
    await expect(part.getByText('Off', { exact: true })).toBeVisible()
  })
})

async function openAccount(page: Page) {
  await page.goto('/dashboard/account')
  await awake(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in & Security')
}

/** A part of the account, by its heading. */
function partOf(page: Page, title: string): Locator {
  return page.locator('section.account-part', { has: page.locator('h2', { hasText: title }) })
}

async function agree(page: Page, answer: string) {
  await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
}

async function expectSignedOut(elsewhere: APIRequestContext) {
  expect(await (await elsewhere.get('/api/auth/get-session')).json()).toBeNull()
  await elsewhere.dispose()
}

/** What a printer would get: the codes, and whose they are; nothing to press. */
async function expectOnPaper(page: Page, email: string, codes: string[]) {
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(codes[0] as string)).toBeVisible()
  await expect(page.getByText(`Freehub, ${email}`)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
}

/** A German number that nobody else in these journeys has. */
function aNumber(): string {
  return `+4915${Math.floor(Math.random() * 1e9)
    .toString()
    .padStart(9, '0')}`
}

/** As people write numbers: in groups. */
function inGroups(digits: string): string {
  return digits.replace(/(.{3})(?=.)/g, '$1 ')
}
