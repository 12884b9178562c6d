import type { Page } from '@playwright/test'
import {
  openPopup,
  pressWithWindowsBlocked,
  providerButton,
  providers,
  useAnotherAccount,
} from '../support/at-provider.ts'
import { reach } from '../support/keys.ts'
import { expect, newcomer, test } from '../support/shop.ts'

test('one signs in in a window of 500 by 600 and is back where one came from, with the provider’s photo', async ({
  page,
  request,
}) => {
  const [part] = await (await request.get('/parts?size=1')).json()
  await page.goto(`/purchase/${part._id}`)
  const opened = page.waitForEvent('popup')
  await reach(page, providerButton(page, 'Google'))
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

test('says that a window was cancelled, closed, or is open already; only the message of its own window signs in', async ({
  page,
}) => {
  await page.goto('/login')
  const cancelled = await openPopup(page, 'Github')
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(redBox(page)).toHaveText(/^You did not let the shop know who you are\. Try again/)
  await expect.poll(() => cancelled.isClosed()).toBe(true)

  await (await openPopup(page, 'Github')).close()
  await expect(redBox(page)).toHaveText(/^The sign-in window was closed before/)
  await expect(providerButton(page, 'Github')).toHaveAttribute('aria-busy', 'false')

  const first = await openPopup(page, 'Google')
  for (const provider of providers) {
    await page.bringToFront()
    await providerButton(page, provider).click()
    await expect(redBox(page)).toHaveText(/^A sign-in window is open already/)
  }
  expect(page.context().pages()).toHaveLength(2)

  // The page has no time to notice that the first is closed.
  await first.close()
  const popup = await openPopup(page, 'Google')
  await page.evaluate(async () => {
    const lies = [
      { nonce: 'guessed' },
      { nonce: 'guessed', token: 'x', redirectTo: 'https://evil.example/' },
      { error: { code: 'a_stranger_says_so' } },
      { nonce: undefined, targetOrigin: location.origin },
    ].map((lie) => ({ type: 'better-auth:oauth-popup', ...lie }))
    // From this page, from a frame of nowhere, and from a window that it did not open for this.
    const frame = document.createElement('iframe')
    frame.sandbox.add('allow-scripts')
    frame.srcdoc = ''
    document.body.append(frame)
    for (const lie of lies) {
      postMessage(lie, location.origin)
      for (const origin of ['https://evil.example', 'null', location.origin]) {
        dispatchEvent(
          new MessageEvent('message', { data: lie, origin, source: frame.contentWindow }),
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
  await expect(redBox(page)).toBeHidden()
  await expect(page).toHaveURL('/login')
  expect(popup.isClosed()).toBe(false)
  await expect(providerButton(page, 'Google')).toHaveAttribute('aria-busy', 'true')
  // The message of its own window is received all the same, on another screen.
  await page.getByRole('link', { name: 'Blogs' }).first().click()
  await useAnotherAccount(popup, newcomer())
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/blogs')
})

test('a blocked window is offered as a full page, which leads back; a login or logout in one tab counts in the others', async ({
  page,
  context,
  request,
}) => {
  const who = newcomer()
  const [part] = await (await request.get('/parts?size=1')).json()
  const other = await context.newPage()
  await other.goto('/blogs')
  const isIn = (tab: Page) => expect(tab.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  const login = other.getByRole('link', { name: 'Login' })
  await expect(login).toBeVisible()
  await page.goto(`/purchase/${part._id}`)

  await test.step('a full page that is cancelled leads to the login', async () => {
    await pressWithWindowsBlocked(page, 'Github')
    await page.getByRole('button', { name: 'Continue on a full page' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(redBox(page)).toHaveText(/^You did not let the shop know who you are/)
    await expect(page).toHaveURL('/login')
  })

  await test.step('a window that was closed before is not mistaken for the full page', async () => {
    await (await openPopup(page, 'Google')).close()
    await expect(redBox(page)).toHaveText(/^The sign-in window was closed before/)
    await pressWithWindowsBlocked(page, 'Google')
    await page.getByRole('button', { name: 'Continue on a full page' }).click()
    await useAnotherAccount(page, who)
    await expect(page).toHaveURL(`/purchase/${part._id}`)
    await expect(page.getByLabel('Email')).toHaveValue(who.email)
    await isIn(other)
  })

  await test.step('logging out in one tab logs out the other', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(login).toBeVisible()
  })

  await test.step('two tabs whose windows are open at once are both signed in', async () => {
    await login.click()
    const windows = [await openPopup(page, 'Google'), await openPopup(other, 'Github')]
    const both = newcomer()
    await useAnotherAccount(windows[1] as Page, both)
    await isIn(page)
    await isIn(other)
    await useAnotherAccount(windows[0] as Page, both)
    for (const window of windows) await expect.poll(() => window.isClosed()).toBe(true)
    await isIn(page)
  })
})

const redBox = (page: Page) => page.locator('.red-box')
