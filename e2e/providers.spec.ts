import type { Page } from '@playwright/test'
import {
  openPopup,
  pressWithWindowsBlocked,
  providerButton,
  providers,
  useAnotherAccount,
} from './at-provider.ts'
import { expect, newcomer, signUp, test } from './shop.ts'

for (const provider of providers) {
  test.describe(`with ${provider}`, () => {
    test('one signs in in a window of 500 by 600 and is back where one came from', async ({
      page,
      request,
    }) => {
      const who = newcomer()
      const [part] = await (await request.get('/parts?size=1')).json()
      await page.goto(`/purchase/${part._id}`)
      const popup = await openPopup(page, provider)
      expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
      await useAnotherAccount(popup, who)
      await expect.poll(() => popup.isClosed()).toBe(true)

      await expect(page).toHaveURL(`/purchase/${part._id}`)
      await expect(page.getByLabel('Name')).toHaveValue(who.name)
      await expect(page.getByLabel('Email')).toHaveValue(who.email)
      expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^[\w-]{43}$/)
    })

    test('who comes again is the same person', async ({ page }) => {
      const who = newcomer()
      for (let time = 0; time < 2; time++) {
        await page.goto('/login')
        await useAnotherAccount(await openPopup(page, provider), who)
        await expect(page).toHaveURL('/')
        await page.goto('/dashboard')
        await expect(page.getByRole('main')).toContainText(who.email)
        await page.getByRole('button', { name: 'Logout' }).click()
        await expect(page).toHaveURL('/login')
      }
    })

    test('who cancels there is told what that means, and may try again', async ({ page }) => {
      await page.goto('/login')
      const popup = await openPopup(page, provider)
      await popup.getByRole('button', { name: 'Cancel' }).click()
      await expect(redBox(page)).toHaveText(
        /^You did not let the shop know who you are\. Try again/,
      )
      await expect.poll(() => popup.isClosed()).toBe(true)
      await useAnotherAccount(await openPopup(page, provider), newcomer())
      await expect(page).toHaveURL('/')
    })

    test('who closes the window is told so', async ({ page }) => {
      await page.goto('/login')
      await (await openPopup(page, provider)).close()
      await expect(redBox(page)).toHaveText(/^The sign-in window was closed before/)
      await expect(providerButton(page, provider)).toHaveAttribute('aria-busy', 'false')
    })

    test('a blocked window is offered as a full page, which leads back too', async ({
      page,
      request,
    }) => {
      const who = newcomer()
      const [part] = await (await request.get('/parts?size=1')).json()
      await page.goto(`/purchase/${part._id}`)
      await pressWithWindowsBlocked(page, provider)
      await page.getByRole('button', { name: 'Continue on a full page' }).click()
      await useAnotherAccount(page, who)
      await expect(page).toHaveURL(`/purchase/${part._id}`)
      await expect(page.getByLabel('Email')).toHaveValue(who.email)
    })

    test('who cancels on the full page is told so on the login page', async ({ page }) => {
      await page.goto('/login')
      await pressWithWindowsBlocked(page, provider)
      await page.getByRole('button', { name: 'Continue on a full page' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(redBox(page)).toHaveText(/^You did not let the shop know who you are/)
      await expect(page).toHaveURL('/login')
    })
  })
}

test('a second click brings the window to the front and says so; the first goes on', async ({
  page,
}) => {
  await page.goto('/login')
  const popup = await openPopup(page, 'Google')
  await page.bringToFront()
  await providerButton(page, 'Google').click()
  await expect(redBox(page)).toHaveText(/^A sign-in window is open already/)
  await providerButton(page, 'Github').click()
  await expect(redBox(page)).toHaveText(/^A sign-in window is open already/)
  expect(page.context().pages()).toHaveLength(2)
  await useAnotherAccount(popup, newcomer())
  await expect(page).toHaveURL('/')
})

test('who closes the window and presses again at once is signed in by the second', async ({
  page,
}) => {
  await page.goto('/login')
  const first = await openPopup(page, 'Google')
  await first.close()
  await useAnotherAccount(await openPopup(page, 'Google'), newcomer())
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('two tabs whose windows are open at once are both signed in, and both windows close', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await page.goto('/login')
  await other.goto('/login')
  const windows = [await openPopup(page, 'Google'), await openPopup(other, 'Github')]
  const who = newcomer()
  await useAnotherAccount(windows[1] as Page, who)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await useAnotherAccount(windows[0] as Page, who)
  for (const window of windows) await expect.poll(() => window.isClosed()).toBe(true)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('a full page after a window that was closed is not mistaken for the window', async ({
  page,
}) => {
  const who = newcomer()
  await page.goto('/login')
  await (await openPopup(page, 'Google')).close()
  await expect(redBox(page)).toBeVisible()
  await pressWithWindowsBlocked(page, 'Google')
  await page.getByRole('button', { name: 'Continue on a full page' }).click()
  await useAnotherAccount(page, who)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('signing in on a full page signs in the other tabs', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/blogs')
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/login')
  await pressWithWindowsBlocked(page, 'Github')
  await page.getByRole('button', { name: 'Continue on a full page' }).click()
  await useAnotherAccount(page, newcomer())
  await expect(other.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('an email that has a password here is not taken over by whoever has it there', async ({
  page,
}) => {
  const who = newcomer()
  await page.goto('/login')
  await signUp(page, who)
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await useAnotherAccount(await openPopup(page, 'Google'), who)
  await expect(redBox(page)).toHaveText(
    /Login the way you did before\. If you never did, “Forgot password\?” makes it yours\.$/,
  )
})

test('what strangers say to a page that waits for its window is not believed', async ({ page }) => {
  await page.goto('/login')
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
  // And the word of its own window is heard all the same.
  await useAnotherAccount(popup, newcomer())
  await expect(page).toHaveURL('/')
})

test('who goes on elsewhere while the window is open is signed in there', async ({ page }) => {
  await page.goto('/login')
  const popup = await openPopup(page, 'Google')
  await page.getByRole('link', { name: 'Blogs' }).first().click()
  await useAnotherAccount(popup, newcomer())
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/blogs')
})

const redBox = (page: Page) => page.locator('.red-box')
