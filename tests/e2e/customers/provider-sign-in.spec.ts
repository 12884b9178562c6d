import type { Page } from '@playwright/test'
import { tabTo } from '../support/accessibility.ts'
import {
  getProviderButton,
  openPopup,
  pressWithPopupsBlocked,
  providers,
  useAnotherAccount,
} from '../support/provider-sign-in.ts'
import { expect, test } from '../support/test.ts'
import { generateNewUser } from '../support/users-and-orders.ts'

test('signs a user in through a window of 500 by 600 and returns to the page', async ({
  page,
  request,
}) => {
  const [part] = await (await request.get('/parts?size=1')).json()
  await page.goto(`/purchase/${part._id}`)
  const opened = page.waitForEvent('popup')
  await tabTo(page, getProviderButton(page, 'Google'))
  await page.keyboard.press('Enter')
  const popup = await opened
  await popup.waitForURL(/127\.0\.0\.1/)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  expect(await popup.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(600)
  await popup.getByRole('button', { name: 'Grace Porter' }).click()
  await expect.poll(() => popup.isClosed()).toBe(true)

  await expect(page).toHaveURL(`/purchase/${part._id}`)
  await expect(page.getByLabel('Name')).toHaveValue('Grace Porter')
  await expect(page.getByLabel('Email')).toHaveValue(/^grace.*@/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^[\w-]{43}$/)

  await page.getByRole('link', { name: 'Dashboard' }).click()
  const photo = page.getByRole('main').getByRole('img', { name: 'Grace Porter' })
  await expect(photo).toHaveAttribute('src', /^http:\/\/127\.0\.0\.1:\d+\/google\/pictures\//)
  const width = () => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})

test('reports a cancelled or closed window, and accepts messages only from its own window', async ({
  page,
}) => {
  await page.goto('/login')
  const cancelled = await openPopup(page, 'Github')
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(getAuthError(page)).toHaveText(/^You cancelled the sign-in\. Try again/)
  await expect.poll(() => cancelled.isClosed()).toBe(true)

  await (await openPopup(page, 'Github')).close()
  await expect(getAuthError(page)).toHaveText(/^The sign-in window was closed before/)
  await expect(getProviderButton(page, 'Github')).toHaveAttribute('aria-busy', 'false')

  const first = await openPopup(page, 'Google')
  for (const provider of providers) {
    await page.bringToFront()
    await getProviderButton(page, provider).click()
    await expect(getAuthError(page)).toHaveText(/^A sign-in window is already open/)
  }
  expect(page.context().pages()).toHaveLength(2)

  // Opens the second window before the page can detect that the first is closed.
  await first.close()
  const popup = await openPopup(page, 'Google')
  await page.evaluate(async () => {
    const forgedMessages = [
      { nonce: 'guessed' },
      { nonce: 'guessed', token: 'x', redirectTo: 'https://evil.example/' },
      { error: { code: 'forged_error' } },
      { nonce: undefined, targetOrigin: location.origin },
    ].map((forged) => ({ type: 'better-auth:oauth-popup', ...forged }))
    // Sends forged messages from this page and from a sandboxed frame.
    const frame = document.createElement('iframe')
    frame.sandbox.add('allow-scripts')
    frame.srcdoc = ''
    document.body.append(frame)
    for (const forged of forgedMessages) {
      postMessage(forged, location.origin)
      for (const origin of ['https://evil.example', 'null', location.origin]) {
        dispatchEvent(
          new MessageEvent('message', { data: forged, origin, source: frame.contentWindow }),
        )
      }
    }
    for (const noise of [null, 'better-auth:oauth-popup', 7, [], { type: ['better-auth'] }]) {
      postMessage(noise, location.origin)
    }
    // Messages are delivered in the order in which they were posted.
    await new Promise<void>((resolve) => {
      addEventListener('message', ({ data }) => data === 'the last' && resolve())
      postMessage('the last', location.origin)
    })
  })
  await expect(getAuthError(page)).toBeHidden()
  await expect(page).toHaveURL('/login')
  expect(popup.isClosed()).toBe(false)
  await expect(getProviderButton(page, 'Google')).toHaveAttribute('aria-busy', 'true')
  // The page still receives the message of its own window, even on another screen.
  await page.getByRole('link', { name: 'Blogs' }).first().click()
  await useAnotherAccount(popup, generateNewUser())
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/blogs')
})

test('a blocked window opens as a full page; a login or logout applies to all tabs', async ({
  page,
  context,
  request,
}) => {
  const user = generateNewUser()
  const [part] = await (await request.get('/parts?size=1')).json()
  const other = await context.newPage()
  await other.goto('/blogs')
  const expectSignedIn = (tab: Page) =>
    expect(tab.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  const login = other.getByRole('link', { name: 'Login' })
  await expect(login).toBeVisible()
  await page.goto(`/purchase/${part._id}`)

  await test.step('cancelling on the full page returns to the login', async () => {
    await pressWithPopupsBlocked(page, 'Github')
    await page.getByRole('button', { name: 'Continue on a full page' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(getAuthError(page)).toHaveText(/^You cancelled the sign-in/)
    await expect(page).toHaveURL('/login')
  })

  await test.step('a window that was closed earlier does not affect the full page', async () => {
    await (await openPopup(page, 'Google')).close()
    await expect(getAuthError(page)).toHaveText(/^The sign-in window was closed before/)
    await pressWithPopupsBlocked(page, 'Google')
    await page.getByRole('button', { name: 'Continue on a full page' }).click()
    await useAnotherAccount(page, user)
    await expect(page).toHaveURL(`/purchase/${part._id}`)
    await expect(page.getByLabel('Email')).toHaveValue(user.email)
    await expectSignedIn(other)
  })

  await test.step('logging out in one tab logs out the other', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(login).toBeVisible()
  })

  await test.step('two tabs with open windows are both signed in', async () => {
    await login.click()
    const windows = [await openPopup(page, 'Google'), await openPopup(other, 'Github')]
    const sharedUser = generateNewUser()
    await useAnotherAccount(windows[1] as Page, sharedUser)
    await expectSignedIn(page)
    await expectSignedIn(other)
    await useAnotherAccount(windows[0] as Page, sharedUser)
    for (const window of windows) await expect.poll(() => window.isClosed()).toBe(true)
    await expectSignedIn(page)
  })
})

const getAuthError = (page: Page) => page.locator('.auth-error')
