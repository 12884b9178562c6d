import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { openPopup, pressWithWindowsBlocked, useAnotherAccount } from '../support/at-provider.ts'
import { nextAppCode } from '../support/authenticator.ts'
import { origin } from '../support/origin.ts'
import { makePasskey, plugInPasskeys } from '../support/passkeys.ts'
import { linkIn, mailTo, textTo } from '../support/post.ts'
import { turnSecondStepOn } from '../support/second-step.ts'
import {
  arrive,
  expect,
  logIn,
  newcomer,
  partFromTheEnd,
  signInElsewhere,
  signUp,
  test,
} from '../support/shop.ts'

// The browser itself notes every answer that is refused.
test.use({ expectedErrors: [/status of 4\d\d/] })

const redBox = (page: Page) => page.locator('.red-box')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const expectInbox = (page: Page) => expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
const isIn = (page: Page) => expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()

async function giveCode(page: Page, code: string) {
  await expect(heading(page)).toHaveText('Second Step')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function giveBackupCode(page: Page, code: string) {
  const other = page.getByRole('button', { name: 'Use a backup code' })
  const field = page.getByLabel('Backup code')
  await expect(other.or(field)).toBeVisible()
  if (await other.isVisible()) await other.click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a mail’s link confirms the email after a sign-up, and another sets a new password for who forgot theirs', async ({
  page,
}) => {
  const who = newcomer()

  await test.step('a sign-up, and a broken link', async () => {
    await page.goto('/login')
    await page.getByRole('group').getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('You get a mail to confirm your email.')).toBeVisible()
    await expectInbox(page)
    await signUp(page, who)
    await isIn(page)
    await page.goto('/confirm-email?token=broken')
    await expect(redBox(page)).toContainText('This link does not work any more.')
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(page.getByText(`on its way to ${who.email}`)).toBeVisible()
    await expectInbox(page)
  })

  await test.step('the link of the mail confirms the email once its button is pressed', async () => {
    await page.goto(linkIn(await mailTo(page.request, who.email, /confirm/i), '/'))
    await expect(heading(page)).toHaveText('Confirm Email')
    const confirmed = async () =>
      (await (await page.request.get('/api/auth/get-session')).json()).user.emailVerified
    expect(await confirmed()).toBe(false)
    await page.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(heading(page)).toHaveText('Email Confirmed')
    expect(await confirmed()).toBe(true)
  })

  await test.step('an address without a link’s token leads to the form for a new one', async () => {
    await page.context().clearCookies()
    await page.goto('/login/reset')
    await expect(redBox(page)).toContainText('This link does not work any more.')
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL('/login/forgot')
  })

  await test.step('the email is that of the login', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(heading(page)).toHaveText('Login')
    await page.getByLabel('Email').fill(who.email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(heading(page)).toHaveText('Forgot Password')
    await expect(page.getByLabel('Email')).toHaveValue(who.email)
    await page.getByLabel('Email').fill('')
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText('Email required')).toBeVisible()
    await page.getByLabel('Email').fill(who.email)
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText(`If there is an account with ${who.email}`)).toBeVisible()
    await expectInbox(page)
  })

  await test.step('the new password signs in, the old one does not', async () => {
    await page.goto(linkIn(await mailTo(page.request, who.email, /password/i), '/'))
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(redBox(page)).toContainText('This password is one of the commonest.')
    await page.getByLabel('New password').fill('a-new-chain-2')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(heading(page)).toHaveText('Password Changed')
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await logIn(page, who)
    await expect(redBox(page)).toHaveText('The email or the password is wrong.')
    await logIn(page, { ...who, password: 'a-new-chain-2' })
    await isIn(page)
  })
})

test('a link opened in another browser asks for the password, or for a new one from the owner of the address', async ({
  page,
}) => {
  const who = await arrive(page, newcomer(), { emailConfirmed: false })
  const link = linkIn(await mailTo(page.request, who.email, /confirm/i), '/')
  await page.context().clearCookies()
  const stranger = await arrive(page, newcomer(), { emailConfirmed: false })
  const ownersLink = linkIn(await mailTo(page.request, stranger.email, /confirm/i), '/')
  await page.context().clearCookies()

  await page.goto(link)
  await expect(page.getByText(`Enter your password to confirm ${who.email}.`)).toBeVisible()
  await expectAccessible(page)
  const confirm = page.getByRole('button', { name: 'Confirm Email' })
  await confirm.click()
  await expect(page.getByText('Password required')).toBeVisible()
  await page.getByLabel('Password').fill('not-the-password')
  await confirm.click()
  await expect(redBox(page)).toHaveText('The password is wrong.')
  await page.getByLabel('Password').fill(who.password)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Email Confirmed')

  const strangers = await signInElsewhere(stranger)
  await page.goto(ownersLink)
  await page.getByRole('button', { name: 'I did not choose this password' }).press('Enter')
  await expect(page.getByText('Someone else may have signed up with')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('New password').fill('password1')
  await page.getByRole('button', { name: 'Set Password and Confirm' }).click()
  await expect(redBox(page)).toContainText('This password is one of the commonest.')
  await page.getByLabel('New password').fill('a-new-chain-3')
  await page.getByRole('button', { name: 'Set Password and Confirm' }).click()
  await expect(heading(page)).toHaveText('Email Confirmed')
  expect(await (await strangers.get('/api/auth/get-session')).json()).toBeNull()
  await strangers.dispose()
  await (await signInElsewhere({ ...stranger, password: 'a-new-chain-3' })).dispose()
})

test.describe('who has a second step', () => {
  test('gives it after the password, and is back where one came from; a backup code serves once', async ({
    page,
  }) => {
    const who = await arrive(page)
    const { otpauth, backupCodes } = await turnSecondStepOn(page, who.password)
    const part = await partFromTheEnd(page, 1)
    await page.goto(`/purchase/${part._id}`)
    await logIn(page, who)
    await giveCode(page, '000000')
    await expect(redBox(page)).toContainText('This code is not right')
    await giveCode(page, nextAppCode(otpauth))
    await expect(page).toHaveURL(`/purchase/${part._id}`)
    await expect(page.getByLabel('Email')).toHaveValue(who.email)

    for (const outcome of ['in', 'refused']) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/login')
      await logIn(page, who)
      await giveBackupCode(page, backupCodes[0] as string)
      if (outcome === 'in') await isIn(page)
    }
    await expect(redBox(page)).toContainText('This backup code is not right, or used already.')

    // Without a first step, a code leads nowhere but to the login.
    await page.context().clearCookies()
    await giveBackupCode(page, backupCodes[1] as string)
    await expect(redBox(page)).toHaveText('This sign-in took too long. Login again.')
    await page.getByRole('link', { name: 'Back to the login' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('gives it after the window and the full page of a provider too', async ({ page }) => {
    const who = newcomer()
    await page.goto('/login')
    await useAnotherAccount(await openPopup(page, 'Google'), who)
    await isIn(page)
    const { otpauth, backupCodes } = await turnSecondStepOn(page)
    await page.goto('/login')
    const popup = await openPopup(page, 'Google')
    await useAnotherAccount(popup, who)
    await expect.poll(() => popup.isClosed()).toBe(true)
    await giveCode(page, nextAppCode(otpauth))
    await isIn(page)

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Blogs' }).first().click()
    await page.getByRole('link', { name: 'Login' }).click()
    await pressWithWindowsBlocked(page, 'Google')
    await page.getByRole('button', { name: 'Continue on a full page' }).click()
    await useAnotherAccount(page, who)
    await giveBackupCode(page, backupCodes[0] as string)
    await isIn(page)
    await expect(page).toHaveURL('/blogs')
  })
})

test('a code by SMS or one press with a passkey signs in, with the second step; an unknown number looks the same', async ({
  page,
}) => {
  await plugInPasskeys(page)
  const who = await arrive(page)
  const phone = await confirmPhone(page)
  await page.context().clearCookies()
  const pressPasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.goto('/login')
  await pressPasskey()
  await expect(redBox(page)).toHaveText(/^No passkey was used\./)
  await logIn(page, who)
  await isIn(page)
  await makePasskey(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await pressPasskey()
  await isIn(page)
  const { otpauth, backupCodes } = await turnSecondStepOn(page, who.password)

  await page.goto('/login/phone')
  const number = page.getByLabel('Phone number')
  const send = page.getByRole('button', { name: 'Send Code' })
  await number.fill('040 5550 120')
  await send.click()
  await expect(page.getByText('Begin with + and the country')).toBeVisible()
  const unknown = newNumber()
  for (const one of [unknown, phone]) {
    await number.fill(one)
    await send.click()
    await expect(page.getByText(`If an account signs in with ${one}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(redBox(page)).toContainText('This code is not right')
    if (one === phone) break
    await page.getByRole('button', { name: 'Use another number' }).click()
    await expect(number).toHaveValue(one)
  }
  await page.getByLabel('Code', { exact: true }).fill(await codeByText(page, phone, 2))
  await page.getByRole('button', { name: 'Login' }).click()
  await giveCode(page, nextAppCode(otpauth))
  await isIn(page)
  const { user } = await (await page.request.get('/api/auth/get-session')).json()
  expect(user.email).toBe(who.email)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await pressPasskey()
  await giveBackupCode(page, backupCodes[0] as string)
  await isIn(page)
})

const newNumber = () => `+4915${String(Math.random()).slice(2, 11)}`

/** Confirms a number to sign in with for who is signed in in this browser. */
async function confirmPhone(page: Page): Promise<string> {
  const phoneNumber = newNumber()
  const ask = (path: string, data: object) =>
    page.request.post(`/api/auth/phone-number/${path}`, { data, headers: { origin } })
  await ask('send-otp', { phoneNumber })
  const code = await codeByText(page, phoneNumber, 1)
  const confirmed = await ask('verify', { phoneNumber, code, updatePhoneNumber: true })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  return phoneNumber
}

async function codeByText(page: Page, phone: string, texts: number): Promise<string> {
  return /\b\d{6}\b/.exec(await textTo(page.request, phone, texts))?.[0] ?? ''
}
