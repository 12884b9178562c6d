import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openPopup, pressWithWindowsBlocked, useAnotherAccount } from './at-provider.ts'
import { nextAppCode } from './authenticator.ts'
import { awake } from './awake.ts'
import { origin } from './origin.ts'
import { makePasskey, plugInPasskeys } from './passkeys.ts'
import { linkIn, mailTo, textTo } from './post.ts'
import { turnSecondStepOn } from './second-step.ts'
import {
  arrive,
  expect,
  logIn,
  newcomer,
  partFromTheEnd,
  signInElsewhere,
  signUp,
  test,
} from './shop.ts'

// The browser itself notes every answer that is refused.
test.use({ expectedErrors: [/status of 4\d\d/] })

const redBox = (page: Page) => page.locator('.red-box')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const isIn = (page: Page) => expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()

/** Somebody who has an account, and is not signed in here. */
async function knownHere(page: Page) {
  const who = await arrive(page)
  await page.context().clearCookies()
  return who
}

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

test('who forgot the password gets a link by mail, sets a new one, and is in with it', async ({
  page,
}) => {
  const who = await knownHere(page)
  await page.goto('/login')
  await awake(page)
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
  await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()

  const link = linkIn(await mailTo(page.request, who.email, /password/i), '/')
  await page.goto(link)
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

  await page.goto('/login/reset')
  await expect(redBox(page)).toContainText('This link does not work any more.')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/login/forgot')
})

test('after a sign-up the link of a mail confirms the email, and a broken link is replaced', async ({
  page,
}) => {
  const who = newcomer()
  await page.goto('/login')
  await page.getByRole('group').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('You get a mail to confirm your email.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
  await signUp(page, who)
  await isIn(page)
  await page.goto('/confirm-email?token=broken')
  await expect(redBox(page)).toContainText('This link does not work any more.')
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText(`on its way to ${who.email}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()

  await page.goto(linkIn(await mailTo(page.request, who.email, /confirm/i), '/'))
  await expect(heading(page)).toHaveText('Confirm Email')
  const confirmed = async () =>
    (await (await page.request.get('/api/auth/get-session')).json()).user.emailVerified
  expect(await confirmed()).toBe(false)
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(heading(page)).toHaveText('Email Confirmed')
  expect(await confirmed()).toBe(true)
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

test('a code by SMS and the second step sign in; an unknown number looks the same', async ({
  page,
}) => {
  const who = await arrive(page)
  const phone = await confirmPhone(page)
  const { otpauth } = await turnSecondStepOn(page, who.password)
  await page.goto('/login/phone')
  await page.getByLabel('Phone number').fill('040 5550 120')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('Begin with + and the country')).toBeVisible()

  const unknown = newNumber()
  for (const number of [unknown, phone]) {
    await page.getByLabel('Phone number').fill(number)
    await page.getByRole('button', { name: 'Send Code' }).click()
    await expect(page.getByText(`If an account signs in with ${number}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(redBox(page)).toContainText('This code is not right')
    if (number === phone) break
    await page.getByRole('button', { name: 'Use another number' }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue(number)
  }
  await page.getByLabel('Code', { exact: true }).fill(await codeByText(page, phone, 2))
  await page.getByRole('button', { name: 'Login' }).click()
  await giveCode(page, nextAppCode(otpauth))
  await isIn(page)
  const { user } = await (await page.request.get('/api/auth/get-session')).json()
  expect(user.email).toBe(who.email)
})

test('one press signs in with a passkey and the second step; without one another way is offered', async ({
  page,
}) => {
  await plugInPasskeys(page)
  const who = await knownHere(page)
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
  const { otpauth } = await turnSecondStepOn(page, who.password)
  await page.goto('/login')
  await pressPasskey()
  await giveCode(page, nextAppCode(otpauth))
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
