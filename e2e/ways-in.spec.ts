import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openPopup, pressWithWindowsBlocked, useAnotherAccount } from './at-provider.ts'
import { nextAppCode } from './authenticator.ts'
import { awake } from './awake.ts'
import { origin } from './origin.ts'
import { makePasskey, plugInPasskeys } from './passkeys.ts'
import { linkIn, mailTo, textTo } from './post.ts'
import { turnSecondStepOn } from './second-step.ts'
import { arrive, expect, logIn, newcomer, partFromTheEnd, signUp, test } from './shop.ts'

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

test('who guesses a password too often is told how long to wait', async ({ page }) => {
  const who = await knownHere(page)
  const data = { email: who.email, password: 'not the one' }
  for (let guess = 0; guess < 10; guess++) {
    await page.request.post('/api/auth/sign-in/email', { data, headers: { origin } })
  }
  await page.goto('/login')
  await logIn(page, who)
  await expect(redBox(page)).toHaveText(/^Too many attempts\. Try again in 1\d minutes\.$/)
})

test.describe('who forgot the password', () => {
  test('gets a link by mail, sets a new one, and is in with it', async ({ page }) => {
    const who = await knownHere(page)
    await page.goto('/login')
    await awake(page)
    await page.getByLabel('Email').fill(who.email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(heading(page)).toHaveText('Forgot Password')
    await expect(page.getByLabel('Email')).toHaveValue(who.email)
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText(`If there is an account with ${who.email}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()

    const link = linkIn(await mailTo(page.request, who.email, /password/i), '/')
    await page.goto(link)
    await page.getByLabel('New password').fill('a-new-chain-2')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(heading(page)).toHaveText('Password Changed')
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await logIn(page, who)
    await expect(redBox(page)).toHaveText('The email or the password is wrong.')
    await logIn(page, { ...who, password: 'a-new-chain-2' })
    await isIn(page)

    await page.goto(link)
    await expect(redBox(page)).toContainText('This link does not work any more.')
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL('/login/forgot')
  })

  test('is told the same where there is no such account', async ({ page }) => {
    const { email } = newcomer()
    await page.goto('/login/forgot')
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText('Email required')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByText(`If there is an account with ${email}`)).toBeVisible()
  })

  test('is told at once of a link that is none, and of a password that everybody takes', async ({
    page,
  }) => {
    await page.goto('/login/reset')
    await expect(redBox(page)).toContainText('This link does not work any more.')
    await page.goto('/login/reset?token=made-up')
    await page.getByLabel('New password').fill('password1')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(redBox(page)).toContainText('This password is one of the commonest.')
  })
})

test.describe('who signed up', () => {
  test('confirms the email by the link of a mail, and is a customer before', async ({ page }) => {
    const who = newcomer()
    await page.goto('/login')
    await page.getByRole('group').getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('You get a mail to confirm your email.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
    await signUp(page, who)
    await isIn(page)
    await page.goto(linkIn(await mailTo(page.request, who.email, /confirm/i), '/'))
    await expect(heading(page)).toHaveText('Confirm Email')
    const confirmed = async () =>
      (await (await page.request.get('/api/auth/get-session')).json()).user.emailVerified
    expect(await confirmed()).toBe(false)
    await page.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(heading(page)).toHaveText('Email Confirmed')
    expect(await confirmed()).toBe(true)
  })

  test('gives the password where the link is opened in another browser', async ({
    page,
    browser,
  }) => {
    const who = await arrive(page, newcomer(), { emailConfirmed: false })
    const link = linkIn(await mailTo(page.request, who.email, /confirm/i), '/')
    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    await expect(other.getByText(`Enter your password to confirm ${who.email}.`)).toBeVisible()
    await expectAccessible(other)
    const confirm = other.getByRole('button', { name: 'Confirm Email' })
    await confirm.click()
    await expect(other.getByText('Password required')).toBeVisible()
    await other.getByLabel('Password').fill('not-the-password')
    await other.keyboard.press('Enter')
    await expect(redBox(other)).toHaveText('The password is wrong.')
    await other.getByLabel('Password').fill(who.password)
    await other.keyboard.press('Enter')
    await expect(heading(other)).toHaveText('Email Confirmed')
    await other.context().close()
  })

  test('is sent another link where the first was broken on its way', async ({ page }) => {
    const who = newcomer()
    await page.goto('/login')
    await signUp(page, who)
    await isIn(page)
    await page.goto('/confirm-email?token=broken')
    await expect(redBox(page)).toContainText('This link does not work any more.')
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(page.getByText(`on its way to ${who.email}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
  })
})

test.describe('whose address a stranger signed up with', () => {
  test('sets a new password on the page of the mail’s link, and the stranger is out', async ({
    page,
    browser,
  }) => {
    const stranger = await arrive(page, newcomer(), { emailConfirmed: false })
    const link = linkIn(await mailTo(page.request, stranger.email, /confirm/i), '/')
    const owner = await (await browser.newContext()).newPage()
    await owner.goto(link)
    await owner.getByRole('button', { name: 'I did not choose this password' }).press('Enter')
    await expect(owner.getByText('Someone else may have signed up with')).toBeFocused()
    await expectAccessible(owner)
    await owner.getByLabel('New password').fill('password1')
    await owner.getByRole('button', { name: 'Set Password and Confirm' }).click()
    await expect(redBox(owner)).toContainText('This password is one of the commonest.')
    await owner.getByLabel('New password').fill('a-new-chain-3')
    await owner.getByRole('button', { name: 'Set Password and Confirm' }).click()
    await expect(heading(owner)).toHaveText('Email Confirmed')
    await owner.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await logIn(owner, { ...stranger, password: 'a-new-chain-3' })
    await isIn(owner)

    await page.goto('/dashboard/myOrders')
    await expect(page).toHaveURL('/login')
    await owner.goto(link)
    await expect(owner.getByRole('button', { name: 'Confirm Email' })).toBeVisible()
    await owner.context().close()
  })
})

test.describe('who has a second step', () => {
  test('gives it after the password, and is back where one came from', async ({ page }) => {
    const who = await arrive(page)
    const { otpauth } = await turnSecondStepOn(page, who.password)
    const part = await partFromTheEnd(page, 1)
    await page.goto(`/purchase/${part._id}`)
    await logIn(page, who)
    await giveCode(page, '000000')
    await expect(redBox(page)).toContainText('This code is not right')
    await giveCode(page, nextAppCode(otpauth))
    await expect(page).toHaveURL(`/purchase/${part._id}`)
    await expect(page.getByLabel('Email')).toHaveValue(who.email)
  })

  test('may give a backup code instead, each once', async ({ page }) => {
    const who = await arrive(page)
    const { backupCodes } = await turnSecondStepOn(page, who.password)
    for (const outcome of ['in', 'refused']) {
      await page.goto('/login')
      await logIn(page, who)
      await page.getByRole('button', { name: 'Use a backup code' }).click()
      await page.getByLabel('Backup code').fill(backupCodes[0] as string)
      await page.getByRole('button', { name: 'Login' }).click()
      if (outcome === 'in') {
        await isIn(page)
        await page.getByRole('button', { name: 'Logout' }).click()
        await expect(page).toHaveURL('/login')
      }
    }
    await expect(redBox(page)).toContainText('This backup code is not right, or used already.')
  })

  test('gives it after the window of a provider too', async ({ page }) => {
    const who = newcomer()
    await page.goto('/login')
    await useAnotherAccount(await openPopup(page, 'Google'), who)
    await isIn(page)
    const { otpauth } = await turnSecondStepOn(page)
    await page.goto('/login')
    const popup = await openPopup(page, 'Google')
    await useAnotherAccount(popup, who)
    await expect.poll(() => popup.isClosed()).toBe(true)
    await giveCode(page, nextAppCode(otpauth))
    await isIn(page)
  })

  test('gives it after the full page of a provider too', async ({ page }) => {
    const who = newcomer()
    await page.goto('/login')
    await useAnotherAccount(await openPopup(page, 'Github'), who)
    await isIn(page)
    const { otpauth } = await turnSecondStepOn(page)
    await page.goto('/blogs')
    await awake(page)
    await page.getByRole('link', { name: 'Login' }).click()
    await pressWithWindowsBlocked(page, 'Github')
    await page.getByRole('button', { name: 'Continue on a full page' }).click()
    await useAnotherAccount(page, who)
    await giveCode(page, nextAppCode(otpauth))
    await isIn(page)
    await expect(page).toHaveURL('/blogs')
  })

  test('without a first one is sent to the login', async ({ page }) => {
    await page.goto('/login/code')
    await giveCode(page, '123456')
    await expect(redBox(page)).toHaveText('This sign-in took too long. Login again.')
    await page.getByRole('link', { name: 'Back to the login' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('with a phone', () => {
  test('a text brings a code that signs in', async ({ page }) => {
    const who = await arrive(page)
    const phone = await confirmPhone(page)
    await page.context().clearCookies()
    await askForCode(page, phone)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(redBox(page)).toContainText('This code is not right')
    await page.getByLabel('Code', { exact: true }).fill(await codeByText(page, phone, 2))
    await page.getByRole('button', { name: 'Login' }).click()
    await isIn(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('main')).toContainText(who.email)
  })

  test('a number that nobody signs in with looks the same', async ({ page }) => {
    await page.goto('/login/phone')
    await page.getByLabel('Phone number').fill('040 5550 120')
    await page.getByRole('button', { name: 'Send Code' }).click()
    await expect(page.getByText('Begin with + and the country')).toBeVisible()
    const phone = newNumber()
    await askForCode(page, phone)
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(redBox(page)).toContainText('This code is not right')
    await page.getByRole('button', { name: 'Use another number' }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue(phone)
  })

  test('the second step is asked for all the same', async ({ page }) => {
    const who = await arrive(page)
    const phone = await confirmPhone(page)
    const { otpauth } = await turnSecondStepOn(page, who.password)
    await askForCode(page, phone)
    await page.getByLabel('Code', { exact: true }).fill(await codeByText(page, phone, 2))
    await page.getByRole('button', { name: 'Login' }).click()
    await giveCode(page, nextAppCode(otpauth))
    await isIn(page)
  })
})

test.describe('with a passkey', () => {
  test('one press signs in, and the second step is asked for all the same', async ({ page }) => {
    await plugInPasskeys(page)
    const who = await arrive(page)
    await page.goto('/blogs')
    await makePasskey(page)
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await isIn(page)
    const { otpauth } = await turnSecondStepOn(page, who.password)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await giveCode(page, nextAppCode(otpauth))
    await isIn(page)
  })

  test('who has none is told so, and may login another way', async ({ page }) => {
    await plugInPasskeys(page)
    const who = await knownHere(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(redBox(page)).toHaveText(/^No passkey was used\./)
    await logIn(page, who)
    await isIn(page)
  })
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

async function askForCode(page: Page, phone: string) {
  await page.goto('/login/phone')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText(`If an account signs in with ${phone}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'inbox' })).toBeVisible()
}

async function codeByText(page: Page, phone: string, texts: number): Promise<string> {
  return /\b\d{6}\b/.exec(await textTo(page.request, phone, texts))?.[0] ?? ''
}
